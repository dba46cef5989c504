import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A grammar by its path in an npm package: beside the built program in `grammars/`, in a clone in the package itself. */
export function findGrammarFile(grammar: string): string {
  let directory = dirname(fileURLToPath(import.meta.url));
  for (let up = 0; up < levels; up += 1) {
    const built = join(directory, "grammars", basename(grammar));
    if (existsSync(built)) return built;
    directory = dirname(directory);
  }
  return createRequire(import.meta.url).resolve(grammar);
}

// A bundle puts its chunks at most this deep below the directory of the grammars.
const levels = 3;
