// tree.html: the viewer with the search that is written in the page.
import type { Recordings } from "./data";
import { Search } from "./search";

async function recorded(): Promise<Recordings> {
  const element = document.getElementById("recorded")!;
  const text = element.textContent!;
  if ((element as HTMLScriptElement).type === "application/json") return JSON.parse(text) as Recordings;
  const letters = atob(text);
  const packed = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) packed[i] = letters.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(stream).json()) as Recordings;
}

recorded().then((found) => {
  const viewer = document.querySelector("z-search");
  if (viewer instanceof Search) viewer.recorded = found;
});
