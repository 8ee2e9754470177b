// Bundles the page, the same without a server for `zermelo publish`, the viewer of recorded searches that
// `-o tree.html` carries, and the board for notebooks, into the Python package: no Node is needed to run them.
// `node build.mjs OUT` writes elsewhere, to compare.

import { copyFile, mkdir, readFile } from "node:fs/promises";
import { build } from "esbuild";

const out = process.argv[2];
const page = out ? `${out}/page` : "../src/zermelo/web/static";
const site = out ? `${out}/site` : "../src/zermelo/publish/static";
const viewer = out ? `${out}/viewer` : "../src/zermelo/tree/writers/viewer";
const listed = await readFile("../THIRD-PARTY.txt", "utf8");
const licensed = {
  name: "licensed",
  setup: ({ onLoad }) =>
    onLoad({ filter: /node_modules/ }, ({ path }) => {
      const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path);
      return listed.includes(`\n- ${name}\n`)
        ? undefined
        : { errors: [{ text: `THIRD-PARTY.txt does not list ${name}` }] };
    }),
};
const common = {
  bundle: true,
  minify: true,
  target: "es2022",
  legalComments: "none",
  charset: "utf8",
  logLevel: "warning",
  plugins: [licensed],
};
const notebook = out ? `${out}/notebook` : "../src/zermelo/notebook/static";
for (const folder of [page, viewer, notebook, site]) await mkdir(folder, { recursive: true });
await build({
  ...common,
  format: "esm",
  entryPoints: ["src/app.ts", "src/app.css", "src/arena-report.ts"],
  outdir: page,
});
await build({ ...common, format: "iife", entryPoints: { viewer: "src/viewer/alone.ts" }, outdir: viewer });
await build({ ...common, entryPoints: { viewer: "src/viewer/alone.css" }, outdir: viewer });
const sheet = await build({ ...common, entryPoints: ["src/notebook.css"], write: false, outdir: "." });
const style = sheet.outputFiles[0].text
  .replaceAll(/:root:not\((\[[^\]]*\])\)/g, ":host(:not($1))")
  .replaceAll(/:root(\[[^\]]*\])/g, ":host($1)")
  .replaceAll(":root", ":host");
await build({
  ...common,
  format: "esm",
  entryPoints: { board: "src/notebook.ts" },
  define: { STYLE: JSON.stringify(style) },
  outdir: notebook,
});
for (const file of ["index.html", "icon.svg"]) await copyFile(`src/${file}`, `${page}/${file}`);
await build({
  ...common,
  format: "iife",
  entryPoints: { page: "src/site.ts", worker: "src/engine/worker.ts" },
  outdir: site,
});
await copyFile("src/site.html", `${site}/index.html`);
