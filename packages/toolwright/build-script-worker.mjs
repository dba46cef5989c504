// Bundles the thread that runs scripts, with QuickJS inside and its WebAssembly beside it. One file without chunks, so that
// others who bundle Toolwright can copy the two.
import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { findPackage } from "./build-parts.mjs";

const here = dirname(fileURLToPath(import.meta.url));

/** Puts script-worker.mjs and quickjs.wasm into a folder; resolves with the files that went into it. */
export async function buildScriptWorker(folder) {
  mkdirSync(folder, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: here,
    entryPoints: ["src/script/worker/script-worker.ts"],
    outfile: join(folder, "script-worker.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
  });
  const quickjs = findPackage("@jitl/quickjs-wasmfile-release-sync", import.meta.url);
  copyFileSync(join(quickjs, "dist", "emscripten-module.wasm"), join(folder, "quickjs.wasm"));
  return Object.keys(metafile.inputs);
}
