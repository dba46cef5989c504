import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildScriptWorker } from "../build-script-worker.mjs";

const toolwright = fileURLToPath(new URL("..", import.meta.url));
const bundles = join(toolwright, "node_modules/.cache/toolwright");
const stamp = join(bundles, "inputs.json");

/** Threads load no TypeScript on Node 20: tests from the source get the thread of scripts bundled, anew where a source has changed. */
export default async function bundleScriptWorker(): Promise<void> {
  if (isCurrent()) return;
  const inputs = [...(await buildScriptWorker(bundles)), fileURLToPath(import.meta.url)];
  mkdirSync(bundles, { recursive: true });
  const fresh = `${stamp}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify(Object.fromEntries(inputs.map((file) => [file, versionOf(file)]))));
  renameSync(fresh, stamp);
}

/** Whether every file that went into the bundle is as it was. */
function isCurrent(): boolean {
  try {
    const made: Readonly<Record<string, string>> = JSON.parse(readFileSync(stamp, "utf8"));
    const written = statSync(join(bundles, "script-worker.mjs")).size + statSync(join(bundles, "quickjs.wasm")).size;
    return written > 0 && Object.entries(made).every(([file, version]) => versionOf(file) === version);
  } catch {
    return false;
  }
}

function versionOf(file: string): string {
  const { mtimeMs, size } = statSync(join(toolwright, file), { throwIfNoEntry: false }) ?? statSync(file);
  return `${mtimeMs} ${size}`;
}
