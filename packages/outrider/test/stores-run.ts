import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startProcess } from "./support/writer-processes.ts";

/** Runs `stores-process.ts` to its end; a sentence of its own where it fails. */
export async function runStoreProcess(kind: "embedded" | "postgres", place: string): Promise<void> {
  const { buildSync } = await import("esbuild");
  const folder = mkdtempSync(join(tmpdir(), "outrider-stores-"));
  try {
    const outfile = join(folder, "process.mjs");
    buildSync({
      entryPoints: [fileURLToPath(new URL("./stores-process.ts", import.meta.url))],
      bundle: true,
      platform: "node",
      format: "esm",
      conditions: ["toolwright-source"],
      loader: { ".md": "text" },
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
      external: ["pg-native"],
      outfile,
      logLevel: "error",
    });
    const { code, output } = await startProcess([outfile, kind, place]).end;
    if (code !== 0) throw new Error(`The other process ended with ${code}: ${output}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
