import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadWeights } from "../../packages/outrider/src/search/embedders/static/load-weights.ts";
import { createStaticEncoder } from "../../packages/outrider/src/search/embedders/static/static-encoder.ts";
import { indexVocabulary } from "../../packages/outrider/src/search/embedders/static/vocabulary-index.ts";
import type { StaticWeights } from "../../packages/outrider/src/search/embedders/static/weights-format.ts";
import type { EncodeWords } from "../../packages/outrider/src/search/ranking/corpus.ts";

// Scripts are bundled into a folder two levels below the repository.
const bundled = join(dirname(fileURLToPath(import.meta.url)), "../../packages/outrider/weights/code-embedder.bin");

/** The bundled model, or the one in a folder as training leaves it. */
export async function openEncoder(folder: string | undefined): Promise<EncodeWords> {
  const encoder = createStaticEncoder(folder === undefined ? await loadWeights(bundled) : readFolder(folder));
  return (words, side) => {
    const counts = new Map<number, number>();
    for (const word of words) for (const id of encoder.tokenIds(word)) counts.set(id, (counts.get(id) ?? 0) + 1);
    return encoder.encode([...counts.keys()], [...counts.values()], side === "query" ? "query" : "text");
  };
}

function readFolder(folder: string): StaticWeights {
  const bytes = (name: string): Buffer => readFileSync(join(folder, name));
  const floats = (name: string): Float32Array => new Float32Array(Uint8Array.from(bytes(name)).buffer);
  const vocabulary = Uint8Array.from(Buffer.from(bytes("vocab.txt").toString("utf8").replace(/\n$/, "")));
  const scales = floats("scales.f32.bin");
  const rows = Int8Array.from(bytes("vectors.i8.bin"));
  return {
    id: folder,
    size: scales.length,
    dimensions: rows.length / scales.length,
    scales,
    queryWeights: floats("query-weights.f32.bin"),
    textWeights: floats("code-weights.f32.bin"),
    rows,
    vocabulary,
    index: indexVocabulary(vocabulary, scales.length),
  };
}
