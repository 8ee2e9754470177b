// The line to the server over which analyses stream in. It comes back by itself when it breaks,
// and asks again for what was still wanted.
import type { Place } from "./api";
import type { Analysis } from "./types";

type Status = "connecting" | "open" | "lost";
interface Wish extends Place {
  type: "analyze" | "move";
  time?: number;
  exact?: boolean;
  level?: number;
}
interface Waiting {
  wish: Wish;
  hear: (message: any) => void;
  fail: (why: string) => void;
}

const SLOWEST = 4000; // ms between attempts to come back

class Live extends EventTarget {
  status: Status = "connecting";
  private socket: WebSocket | null = null;
  private counter = 0;
  private waiting = new Map<number, Waiting>();
  private pause = 250;

  connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/live`);
    this.socket = socket;
    socket.onopen = () => {
      this.pause = 250;
      this.become("open");
      for (const [id, { wish }] of this.waiting) socket.send(JSON.stringify({ ...wish, id }));
    };
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = () => {
      this.become("lost");
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(SLOWEST, this.pause * 2);
    };
  }

  analyze(
    place: Place & { time?: number; exact?: boolean },
    hear: (found: Analysis) => void,
    fail: (why: string) => void,
  ): () => void {
    return this.ask({ type: "analyze", ...place }, hear, fail);
  }

  move(
    place: Place & { level: number },
    hear: (found: { position: string; move: string }) => void,
    fail: (why: string) => void,
  ): () => void {
    return this.ask({ type: "move", ...place }, hear, fail);
  }

  /** Call off every search. */
  stop(): void {
    this.waiting.clear();
    this.send({ type: "stop" });
  }

  private ask(wish: Wish, hear: (m: any) => void, fail: (why: string) => void): () => void {
    for (const [id, other] of this.waiting) {
      if (other.wish.type === wish.type) this.waiting.delete(id); // the server does the same
    }
    const id = ++this.counter;
    this.waiting.set(id, { wish, hear, fail });
    this.send({ ...wish, id });
    return () => this.waiting.delete(id);
  }

  private send(message: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private hear(message: any): void {
    const asked = this.waiting.get(message.id);
    if (!asked) return;
    if (message.type === "error" || message.done || message.type === "move") {
      this.waiting.delete(message.id);
    }
    if (message.type === "error") asked.fail(message.message);
    else asked.hear(message);
  }

  private become(status: Status): void {
    this.status = status;
    this.dispatchEvent(new Event("status"));
  }
}

export const live = new Live();
