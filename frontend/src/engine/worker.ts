// The worker: a desk behind a page's messages, of which the first brings the games; or a helper of one.
import { type Helping, help } from "./crew";
import { Desk, type Question } from "./desk";
import type { Published } from "./published";

let desk: Desk | null = null;

self.onmessage = ({ data }: MessageEvent<Published | Question | { helping: Helping }>) => {
  if ("helping" in data) help(data.helping);
  else if ("games" in data) desk = new Desk(data, (answer) => self.postMessage(answer));
  else desk?.hear(data);
};
