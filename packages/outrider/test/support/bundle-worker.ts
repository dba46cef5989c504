import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const outrider = fileURLToPath(new URL("../..", import.meta.url));
const bundles = join(outrider, "node_modules/.cache/outrider");
const stamp = join(bundles, "inputs.json");

/** Threads load no TypeScript on Node 20: tests from the source get the threads bundled, anew where a source has changed. */
export default async function bundleWorker(): Promise<void> {
  if (isCurrent()) return;
  const { metafile } = await build({
    absWorkingDir: outrider,
    entryPoints: ["src/syntax/workers/parse-worker.ts", "src/search/workers/index-worker.ts"],
    outdir: bundles,
    entryNames: "[name]",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    mainFields: ["module", "main"],
    conditions: ["toolwright-source"],
    external: ["web-tree-sitter", "@vscode/ripgrep"],
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
    loader: { ".md": "text" },
    metafile: true,
    logLevel: "warning",
  });
  const inputs = [...Object.keys(metafile.inputs), fileURLToPath(import.meta.url)];
  mkdirSync(bundles, { recursive: true });
  const fresh = `${stamp}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify(Object.fromEntries(inputs.map((file) => [file, versionOf(file)]))));
  renameSync(fresh, stamp);
}

/** Whether every file that went into the bundles is as it was. */
function isCurrent(): boolean {
  try {
    const made: Readonly<Record<string, string>> = JSON.parse(readFileSync(stamp, "utf8"));
    const written = statSync(join(bundles, "index-worker.mjs")).size + statSync(join(bundles, "parse-worker.mjs")).size;
    return written > 0 && Object.entries(made).every(([file, version]) => versionOf(file) === version);
  } catch {
    return false;
  }
}

function versionOf(file: string): string {
  const { mtimeMs, size } = statSync(join(outrider, file), { throwIfNoEntry: false }) ?? statSync(file);
  return `${mtimeMs} ${size}`;
}
