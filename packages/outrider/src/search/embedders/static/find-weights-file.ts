import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { EmbedderError } from "../embedder.ts";

/** Beside the built program in `weights/`, in a clone in the package's folder of that name. */
export function findWeightsFile(): string {
  const here = fileURLToPath(import.meta.url);
  let directory = dirname(here);
  for (let up = 0; up < levels; up += 1) {
    const file = join(directory, "weights", "code-embedder.bin");
    if (existsSync(file)) return file;
    directory = dirname(directory);
  }
  const problem = `There is no weights/code-embedder.bin near ${here}; install Outrider again, or run npm run build.`;
  throw new EmbedderError(problem, { retryable: false });
}

// This file lies four folders below the package; a bundle puts its chunks less deep below its own directory.
const levels = 5;
