import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import grammars from "./grammars.json" with { type: "json" };

/** Beside the built program in `grammars/`, in a clone in the package that it is copied from. */
export function findGrammarFile(grammar: string): string {
  const source = files.get(grammar);
  if (source === undefined) throw new Error(`No grammar is called ${JSON.stringify(grammar)}; see grammars.json.`);
  let directory = dirname(fileURLToPath(import.meta.url));
  for (let up = 0; up < levels; up += 1) {
    const built = join(directory, "grammars", basename(source));
    if (existsSync(built)) return built;
    directory = dirname(directory);
  }
  return createRequire(import.meta.url).resolve(source);
}

const files: ReadonlyMap<string, string> = new Map(Object.entries(grammars));

// A bundle puts its chunks at most this deep below the directory of the grammars.
const levels = 3;
