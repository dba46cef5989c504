import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A program under oracles/; run.mjs puts the bundle of the running script into a folder of its own under bench/. */
export function programFile(name: string): string {
  return join(dirname(fileURLToPath(import.meta.url)), "../accuracy/oracles", name);
}
