import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Threads load no TypeScript on Node 20: tests from the source get the threads bundled anew, before the first of them. */
export default async function bundleWorker(): Promise<void> {
  const outrider = fileURLToPath(new URL("../..", import.meta.url));
  await build({
    absWorkingDir: outrider,
    entryPoints: ["src/syntax/workers/parse-worker.ts", "src/search/workers/index-worker.ts"],
    outdir: join(outrider, "node_modules/.cache/outrider"),
    entryNames: "[name]",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    mainFields: ["module", "main"],
    conditions: ["toolwright-source"],
    external: ["web-tree-sitter", "node-sqlite3-wasm", "@vscode/ripgrep"],
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
    loader: { ".md": "text" },
    logLevel: "warning",
  });
}
