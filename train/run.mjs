// node train/run.mjs SCRIPT.ts [ARGUMENT…]: Node 20 knows no TypeScript, so the script is bundled first.
import { mkdtempSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildSync } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const script = process.argv[2] ?? "extract/extract.ts";
const folder = mkdtempSync(join(here, ".run-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const outfile = join(folder, `${basename(script, ".ts")}.mjs`);
buildSync({
  entryPoints: [join(here, script)],
  outfile,
  bundle: true,
  packages: "external",
  format: "esm",
  platform: "node",
  target: "node20.19",
});
process.argv.splice(2, 1);
await import(pathToFileURL(outfile).href);
