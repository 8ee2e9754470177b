// Runs the unit tests: esbuild makes JavaScript of each file in tests/, Node's own runner runs them.

import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { build } from "esbuild";

const out = ".tests";
await build({
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: "inline",
  outExtension: { ".js": ".mjs" },
  logLevel: "warning",
  entryPoints: readdirSync("tests")
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `tests/${name}`),
  outdir: out,
});
const files = readdirSync(out).map((name) => `${out}/${name}`);
const ran = spawnSync(process.execPath, ["--enable-source-maps", "--test", "--test-reporter=spec", ...files], {
  stdio: "inherit",
});
rmSync(out, { recursive: true });
process.exit(ran.status ?? 1);
