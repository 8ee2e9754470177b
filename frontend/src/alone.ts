// The page's own workers in place of a server: one answers about positions at once, one searches, and one, if need be,
// judges the moves of a whole game meanwhile.
import { type Door, Refused, through } from "./api";
import type { Answer, Question } from "./engine/desk";
import type { Published } from "./engine/published";
import { type Line, live } from "./live";
import { liveAlone } from "./where";

interface Waiting {
  yes: (body: never) => void;
  no: (why: Error) => void;
}

/** A worker, and who waits for its answers. */
class Asking {
  readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private counter = 0;

  constructor(source: string, published: Published) {
    this.worker = new Worker(source);
    this.worker.postMessage(published);
    this.worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
      const asked = this.waiting.get(data.id);
      if (!asked) return;
      this.waiting.delete(data.id);
      if (data.type === "error") asked.no(new Refused(data.message));
      else if (data.type === "answer") asked.yes(data.body as never);
    });
  }

  /** Ids of its own: those of the live line count upwards. */
  ask<T>(question: Question): Promise<T> {
    const id = --this.counter;
    return new Promise<T>((yes, no) => {
      this.waiting.set(id, { yes, no });
      this.worker.postMessage({ ...question, id });
    });
  }
}

/** Live on these games alone; `engine` is the worker's source, as files cannot load a worker by its address. */
export function settleDown(published: Published, engine: string): () => void {
  liveAlone();
  const source = URL.createObjectURL(new Blob([engine], { type: "text/javascript" }));
  const rules = new Asking(source, published);
  const search = new Asking(source, published);
  let judge: Asking | null = null;
  const door: Door = {
    games: async () => ({ games: published.games, arena: null }),
    position: (place) => {
      const { game } = place;
      search.worker.postMessage({ type: "expect", game }); // while the other worker looks at the position
      return rules.ask({ ...place, type: "position" });
    },
    analyze: (place) => {
      judge ??= new Asking(source, published);
      return judge.ask({ ...place, type: "once" });
    },
    deal: (game) => rules.ask({ game, type: "deal" }),
    explain: async () => {
      throw new Refused("Evaluators are explained by `zermelo serve` and `zermelo explain`.");
    },
    deals: async () => {
      throw new Refused("All deals are solved by `zermelo serve`.");
    },
    tree: async () => {
      throw new Refused("Trees are drawn by `zermelo serve` and `zermelo tree`.");
    },
  };
  through(door);
  return () => live.connect(() => lineTo(search.worker));
}

function lineTo(worker: Worker): Line {
  const line: Line = {
    onopen: null,
    onmessage: null,
    onclose: null,
    readyState: WebSocket.OPEN,
    send: (text) => worker.postMessage(JSON.parse(text)),
  };
  worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
    if (data.id > 0) line.onmessage?.({ data: JSON.stringify(data) });
  });
  setTimeout(() => line.onopen?.());
  return line;
}
