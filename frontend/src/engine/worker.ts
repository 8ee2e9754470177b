// The worker: a desk behind a page's messages. The first message brings the games.
import { Desk, type Question } from "./desk";
import type { Published } from "./published";

let desk: Desk | null = null;

self.onmessage = ({ data }: MessageEvent<Published | Question>) => {
  if ("games" in data) desk = new Desk(data, (answer) => self.postMessage(answer));
  else desk?.hear(data);
};
