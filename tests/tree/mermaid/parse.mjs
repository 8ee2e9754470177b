// Reads a JSON list of Mermaid texts, and says of each what Mermaid makes of it.
import { JSDOM } from "jsdom";

const { window } = new JSDOM("");
globalThis.window = window;
globalThis.document = window.document;
const { default: mermaid } = await import("mermaid");

let given = "";
for await (const part of process.stdin) given += part;
const found = [];
for (const text of JSON.parse(given)) {
  try {
    await mermaid.parse(text);
    const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
    const graphs = db.getSubGraphs();
    found.push({
      nodes: Object.fromEntries([...db.getVertices()].map(([id, v]) => [id, { text: v.text, classes: v.classes }])),
      edges: db.getEdges().map((e) => ({ from: e.start, to: e.end, text: e.text, stroke: e.stroke, style: e.style ?? [] })),
      frames: Object.fromEntries(graphs.map((g) => [g.id, { title: g.title, nodes: g.nodes }])),
    });
  } catch (error) {
    found.push({ error: String(error.message ?? error) });
  }
}
process.stdout.write(JSON.stringify(found));
