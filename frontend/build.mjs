// Bundles the page into the Python package: no Node is needed to run it.
// `node build.mjs OUT` writes elsewhere, to compare.
import { build } from "esbuild";
import { copyFile, mkdir } from "node:fs/promises";

const out = process.argv[2] ?? "../src/zermelo/web/static";
await mkdir(out, { recursive: true });
await build({
  entryPoints: ["src/app.ts", "src/app.css", "src/arena-report.ts"],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  outdir: out,
  legalComments: "none",
  charset: "utf8",
  logLevel: "warning",
});
for (const file of ["index.html", "icon.svg"]) await copyFile(`src/${file}`, `${out}/${file}`);
