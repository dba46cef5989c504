import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const name = "tree-sitter-bash.wasm";

/** Beside the built program in `grammars/`, in a clone in the package that it is copied from. */
export function findGrammarFile(): string {
  let directory = dirname(fileURLToPath(import.meta.url));
  for (let up = 0; up < levels; up += 1) {
    const built = join(directory, "grammars", name);
    if (existsSync(built)) return built;
    directory = dirname(directory);
  }
  return createRequire(import.meta.url).resolve(`tree-sitter-bash/${name}`);
}

// A bundle puts its chunks at most this deep below the directory of the grammars.
const levels = 3;
