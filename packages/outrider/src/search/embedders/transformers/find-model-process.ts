import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The file of the model's process: beside the built program, in a clone beside this file. */
export function findModelProcess(): string {
  const here = fileURLToPath(import.meta.url);
  if (here.endsWith(".ts")) return join(dirname(here), "model-process.mjs");
  let directory = dirname(here);
  for (let up = 0; up < levels; up += 1) {
    const built = join(directory, "search/embedders/transformers/model-process.js");
    if (existsSync(built)) return built;
    directory = dirname(directory);
  }
  throw new Error(`There is no model-process.js near ${here}; run npm run build.`);
}

// A bundle puts its chunks at most this deep below its own directory.
const levels = 4;
