// Reads JSON lists of Mermaid texts, a line each, and says of each text what Mermaid makes of it.
import { createInterface } from "node:readline";
import { JSDOM } from "jsdom";

const { window } = new JSDOM("");
globalThis.window = window;
globalThis.document = window.document;
const { default: mermaid } = await import("mermaid");

async function made(text) {
  try {
    await mermaid.parse(text);
    const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
    const graphs = db.getSubGraphs();
    return {
      nodes: Object.fromEntries([...db.getVertices()].map(([id, v]) => [id, { text: v.text, classes: v.classes }])),
      edges: db.getEdges().map((e) => ({ from: e.start, to: e.end, text: e.text, stroke: e.stroke, style: e.style ?? [] })),
      frames: Object.fromEntries(graphs.map((g) => [g.id, { title: g.title, nodes: g.nodes }])),
    };
  } catch (error) {
    return { error: String(error.message ?? error) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const found = [];
  for (const text of JSON.parse(line)) found.push(await made(text));
  process.stdout.write(JSON.stringify(found) + "\n");
}
