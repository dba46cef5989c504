import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A thread's bundle, by its source path below `src` without extension: next to the built program, or where tests put it in a clone. */
export function findThreadFile(source: string): string {
  const here = fileURLToPath(import.meta.url);
  if (here.endsWith(".ts")) {
    return join(dirname(here), `../../../node_modules/.cache/outrider/${basename(source)}.mjs`);
  }
  let directory = dirname(here);
  for (let up = 0; up < levels; up += 1) {
    const built = join(directory, `${source}.js`);
    if (existsSync(built)) return built;
    directory = dirname(directory);
  }
  throw new Error(`There is no ${source}.js near ${here}; run npm run build.`);
}

// Chunks of a bundle are at most this deep below its own directory.
const levels = 3;
