import { setImmediate } from "node:timers/promises";
import { EmbedderError, type Embedder } from "../embedder.ts";
import { bundledWeights } from "./load-weights.ts";
import { createStaticEncoder } from "./static-encoder.ts";
import type { StaticWeights } from "./weights-format.ts";

/** The bundled model: token vectors, no runtime, nothing leaves the machine. */
export async function openStatic(weights?: StaticWeights): Promise<Embedder> {
  const encoder = createStaticEncoder(weights ?? (await bundledWeights()));
  let closed = false;

  function check(signal: AbortSignal): void {
    if (closed) throw new EmbedderError("The embedder is closed; open it again.", { retryable: false });
    signal.throwIfAborted();
  }

  return {
    id: encoder.id,
    dimensions: encoder.dimensions,
    batchSize: 64,
    remote: false,
    async embedTexts(texts, { signal }) {
      const vectors: Float32Array[] = [];
      let started = performance.now();
      for (const text of texts) {
        check(signal);
        vectors.push(encoder.encodeText(text, "text"));
        if (performance.now() - started < longestMs) continue;
        await setImmediate();
        started = performance.now();
      }
      check(signal);
      return vectors;
    },
    async embedQuery(text, { signal }) {
      check(signal);
      return await Promise.resolve(encoder.encodeText(text, "query"));
    },
    async close() {
      closed = true;
      await Promise.resolve();
    },
  };
}

/** How long other work on this thread may have to wait. */
const longestMs = 5;
