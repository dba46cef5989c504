// Runs bench/NAME.ts: Node 20 knows no TypeScript, so it is bundled first, packages left outside.
import { mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildSync } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const name = process.argv[2] ?? "boundary";
const folder = mkdtempSync(join(here, ".run-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const outfile = join(folder, `${name}.mjs`);
buildSync({
  entryPoints: [join(here, `${name}.ts`)],
  outfile,
  bundle: true,
  packages: "external",
  format: "esm",
  platform: "node",
  target: "node20.19",
});
await import(pathToFileURL(outfile).href);
