// The line over which analyses stream in, to the server or to a worker. It comes back by itself when it breaks, and
// asks again for what was still wanted.
import type { Place } from "./api";
import type { Analysis } from "./types";

type Status = "connecting" | "open" | "lost";
interface Wish extends Place {
  type: "analyze" | "move";
  time?: number;
  exact?: boolean;
  level?: number;
}
interface Chosen {
  position: string;
  move: string;
}
type Told = { id: number } & (
  | ({ type: "analysis"; done: boolean } & Analysis)
  | ({ type: "move" } & Chosen)
  | { type: "error"; message: string }
);
interface Waiting {
  wish: Wish;
  hear: (told: Told) => void;
  fail: (why: string) => void;
}

/** What carries messages: the little of a WebSocket that is used here. */
export interface Line {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
  readonly readyState: number;
  send(text: string): void;
}

function overSocket(): Line {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/api/live`) as Line;
}

const SLOWEST = 4000; // ms between attempts to come back

class Live extends EventTarget {
  status: Status = "connecting";
  private line: Line | null = null;
  private counter = 0;
  private waiting = new Map<number, Waiting>();
  private pause = 250;

  connect(dial = overSocket): void {
    const line = dial();
    this.line = line;
    line.onopen = () => {
      this.pause = 250;
      this.become("open");
      for (const [id, { wish }] of this.waiting) line.send(JSON.stringify({ ...wish, id }));
    };
    line.onmessage = (event) => this.hear(JSON.parse(event.data) as Told);
    line.onclose = () => {
      this.become("lost");
      setTimeout(() => this.connect(dial), this.pause);
      this.pause = Math.min(SLOWEST, this.pause * 2);
    };
  }

  analyze(
    place: Place & { time?: number; exact?: boolean },
    hear: (found: Analysis) => void,
    fail: (why: string) => void,
  ): () => void {
    return this.ask({ type: "analyze", ...place }, (told) => told.type === "analysis" && hear(told), fail);
  }

  move(place: Place & { level: number }, hear: (found: Chosen) => void, fail: (why: string) => void): () => void {
    return this.ask({ type: "move", ...place }, (told) => told.type === "move" && hear(told), fail);
  }

  /** Call off every search. */
  stop(): void {
    this.waiting.clear();
    this.send({ type: "stop" });
  }

  private ask(wish: Wish, hear: (told: Told) => void, fail: (why: string) => void): () => void {
    for (const [id, other] of this.waiting) {
      if (other.wish.type === wish.type) this.waiting.delete(id); // the server does the same
    }
    const id = ++this.counter;
    this.waiting.set(id, { wish, hear, fail });
    this.send({ ...wish, id });
    return () => this.waiting.delete(id);
  }

  private send(message: object): void {
    if (this.line?.readyState === WebSocket.OPEN) this.line.send(JSON.stringify(message));
  }

  private hear(told: Told): void {
    const asked = this.waiting.get(told.id);
    if (!asked) return;
    if (told.type !== "analysis" || told.done) this.waiting.delete(told.id);
    if (told.type === "error") asked.fail(told.message);
    else asked.hear(told);
  }

  private become(status: Status): void {
    this.status = status;
    this.dispatchEvent(new Event("status"));
  }
}

export const live = new Live();
