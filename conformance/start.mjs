// Node 20 knows no TypeScript: judge and fixture are bundled first, the fixture with Toolwright's sources.
import { mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildSync } from "esbuild";

// Nothing here leaves this machine, and Node 20 reads the certificates at each of some seventy starts.
delete process.env.NODE_EXTRA_CA_CERTS;
const here = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(here, ".run-"));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
buildSync({
  entryPoints: { judge: join(here, "judge/main.ts"), stdio: join(here, "fixture/stdio.ts") },
  outdir: folder,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  splitting: true,
  conditions: ["toolwright-source"],
  loader: { ".md": "text" },
  format: "esm",
  platform: "node",
  target: "node20.19",
  logLevel: "warning",
});
await import(pathToFileURL(join(folder, "judge.mjs")).href);
