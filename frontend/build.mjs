// Bundles the page, the same without a server for `zermelo publish`, and the viewer of recorded searches that
// `-o tree.html` carries, into the Python package: no Node is needed to run it. `node build.mjs OUT` writes elsewhere, to compare.

import { copyFile, mkdir } from "node:fs/promises";
import { build } from "esbuild";

const out = process.argv[2];
const page = out ? `${out}/page` : "../src/zermelo/web/static";
const site = out ? `${out}/site` : "../src/zermelo/publish/static";
const viewer = out ? `${out}/viewer` : "../src/zermelo/tree/writers/viewer";
const common = {
  bundle: true,
  minify: true,
  target: "es2022",
  legalComments: "none",
  charset: "utf8",
  logLevel: "warning",
};
for (const folder of [page, viewer, site]) await mkdir(folder, { recursive: true });
await build({
  ...common,
  format: "esm",
  entryPoints: ["src/app.ts", "src/app.css", "src/arena-report.ts"],
  outdir: page,
});
await build({ ...common, format: "iife", entryPoints: { viewer: "src/viewer/alone.ts" }, outdir: viewer });
await build({ ...common, entryPoints: { viewer: "src/viewer/alone.css" }, outdir: viewer });
for (const file of ["index.html", "icon.svg"]) await copyFile(`src/${file}`, `${page}/${file}`);
await build({
  ...common,
  format: "iife",
  entryPoints: { page: "src/site.ts", worker: "src/engine/worker.ts" },
  outdir: site,
});
await copyFile("src/site.html", `${site}/index.html`);
