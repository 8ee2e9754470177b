// The arena's viewer in a page of its own, which has all games in it.
import "./arena";
import type { Arena } from "./arena";
import { type Report, reported } from "./arena-data";

const packed = Uint8Array.from(atob(document.getElementById("arena")!.textContent!.trim()), (letter) =>
  letter.charCodeAt(0),
);
const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
const report = (await new Response(unpacked).json()) as Report;
const viewer = document.createElement("z-arena") as Arena;
viewer.source = reported(report);
document.getElementById("main")!.replaceChildren(viewer);
