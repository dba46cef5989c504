import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The thread's own bundle: beside the built program, in a clone where the tests put it. */
export function findWorkerFile(): string {
  const here = fileURLToPath(import.meta.url);
  if (here.endsWith(".ts")) return join(dirname(here), "../../../node_modules/.cache/outrider/parse-worker.mjs");
  let directory = dirname(here);
  for (let up = 0; up < levels; up += 1) {
    const built = join(directory, "syntax/workers/parse-worker.js");
    if (existsSync(built)) return built;
    directory = dirname(directory);
  }
  throw new Error(`There is no parse-worker.js near ${here}; run npm run build.`);
}

// A bundle puts its chunks at most this deep below its own directory.
const levels = 3;
