import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { EmbedderError } from "../embedder.ts";
import { readWeights, type StaticWeights } from "./weights-format.ts";

/** The bundled model, read and checked once per process; it is posted to threads. */
export function bundledWeights(): Promise<StaticWeights> {
  bundled ??= loadWeights(findWeightsFile()).catch((error: unknown) => {
    bundled = undefined;
    throw error;
  });
  return bundled;
}

let bundled: Promise<StaticWeights> | undefined;

/** Reads a file of weights into memory that threads can share. */
export async function loadWeights(file: string): Promise<StaticWeights> {
  try {
    return readWeights(await readShared(file));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const next = 'install Outrider again, or set embedder = "off" below [search] in the user-level settings';
    throw new EmbedderError(`The bundled model cannot be used (${file}: ${why}); ${next}.`, {
      cause: error,
      retryable: false,
    });
  }
}

async function readShared(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const bytes = new Uint8Array(new SharedArrayBuffer(size));
    let at = 0;
    while (at < size) {
      const { bytesRead } = await handle.read(bytes, at, size - at, at);
      if (bytesRead === 0) throw new Error("it became shorter while it was read");
      at += bytesRead;
    }
    return bytes;
  } finally {
    await handle.close();
  }
}

/** Next to the built program in `weights/`; in a clone, in the package's folder of that name. */
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

// This file is four folders below the package; in a bundle, chunks are less deep below its directory.
const levels = 5;
