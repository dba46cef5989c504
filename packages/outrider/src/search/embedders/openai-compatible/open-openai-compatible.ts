import { createHash } from "node:crypto";
import { setMaxListeners } from "node:events";
import { isPlainElsewhere, type SearchSettings } from "../../../workspace/config/search-settings.ts";
import { createCalls } from "../calls.ts";
import { EmbedderError, type Embedder, isBlank } from "../embedder.ts";
import { maskSecrets } from "../mask-secrets.ts";
import type { Endpoint } from "./post-texts.ts";
import { createRequester, type Timeouts } from "./request-vectors.ts";

/** The default: the limit of the strictest of the known servers (text-embeddings-inference). */
const maxTokens = 16_000;

export interface OpenAiOptions {
  readonly settings: SearchSettings["openai"];
  readonly signal: AbortSignal;
  /** Messages for the user that are not errors. */
  readonly onNote: (note: string) => void;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly timeouts?: { readonly texts: Timeouts; readonly query: Timeouts };
}

/** A server that speaks OpenAI's protocol. Requests one vector first, unless the settings give the dimensions. */
export async function openOpenAiCompatible(options: OpenAiOptions): Promise<Embedder> {
  const { settings, env = process.env, timeouts = defaultTimeouts, onNote } = options;
  const { model = "", batch, dimensions: wanted, query_prefix: queryPrefix, text_prefix: textPrefix } = settings;
  const endpoint = endpointOf(settings, env);
  const request = createRequester({ endpoint, model, dimensions: wanted, onNote });
  const limit = createLimiter(maxRequests);
  const calls = createCalls();

  const ask = async (text: string, signal: AbortSignal): Promise<Float32Array> => {
    const [vector] = await request([queryPrefix + maskSecrets(text)], { signal, timeouts: timeouts.query });
    if (vector === undefined) throw new EmbedderError("No vectors: the answer is empty.", { retryable: false });
    return vector;
  };
  const dimensions = wanted ?? (await ask("length of a vector", options.signal)).length;

  return {
    id: `openai-compatible:${endpoint.url.host}:${model}:${dimensions}:${digest([endpoint.url.href, queryPrefix, textPrefix])}`,
    dimensions,
    batchSize: batch * maxRequests,
    remote: !isHere(endpoint.url),
    embedTexts: (texts, { signal }) =>
      calls.run(signal, async (stop, fail) => {
        const vectors = texts.map((): Float32Array => new Float32Array(dimensions));
        const places = texts.flatMap((text, place) => (isBlank(text) ? [] : [place]));
        const sent = places.map((place) => textPrefix + maskSecrets(texts[place] ?? ""));
        const batches = planBatches(sent, batch).map((numbers) =>
          limit(stop, () =>
            request(
              numbers.map((number) => sent[number] ?? ""),
              { signal: stop, timeouts: timeouts.texts },
            ),
          ).then((answers) => {
            for (const [at, number] of numbers.entries()) {
              const answer = answers[at];
              if (answer !== undefined) vectors[places[number] ?? 0] = answer;
            }
          }, fail),
        );
        await Promise.all(batches);
        return vectors;
      }),
    embedQuery: (text, { signal }) =>
      calls.run(signal, async (stop) => (isBlank(text) ? new Float32Array(dimensions) : await ask(text, stop))),
    close: () => calls.close(),
  };
}

/** More at once would only fill the queue of a server on the same machine, or hit the limits of others. */
const maxRequests = 4;

const defaultTimeouts = {
  texts: { attempts: 6, attemptMs: 60_000, totalMs: 120_000, firstWaitMs: 500 },
  // The user is waiting; an answer from words alone is better than a late one.
  query: { attempts: 2, attemptMs: 8_000, totalMs: 10_000, firstWaitMs: 200 },
};

function endpointOf(settings: SearchSettings["openai"], env: Readonly<Record<string, string | undefined>>): Endpoint {
  const { base_url: base = "", key_env: keyName, insecure } = settings;
  if (!insecure && isPlainElsewhere(base)) {
    throw new EmbedderError(`No vectors: ${base} is not encrypted; use https, or set insecure = true.`, {
      retryable: false,
    });
  }
  const url = new URL(`${base.replace(/\/+$/, "")}/embeddings`);
  if (keyName === undefined) return { url, key: undefined, keyName };
  const key = env[keyName]?.trim() ?? "";
  // A server would repeat characters that are not allowed in a header in its error message.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    const problem = key === "" ? "is not set" : "holds no key";
    throw new EmbedderError(`No vectors: the environment variable ${keyName} (search.openai.key_env) ${problem}.`, {
      retryable: false,
    });
  }
  return { url, key, keyName };
}

function isHere(url: URL): boolean {
  return !isPlainElsewhere(`http://${url.host}`);
}

function digest(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 8);
}

/** Batches of at most `most` texts, and no more tokens than servers accept. Indices of texts, in order. */
function planBatches(texts: readonly string[], most: number): readonly (readonly number[])[] {
  const batches: number[][] = [];
  let batch: number[] = [];
  let tokens = 0;
  for (const [index, text] of texts.entries()) {
    const estimate = estimateTokens(text);
    if (batch.length > 0 && (batch.length >= most || tokens + estimate > maxTokens)) {
      batches.push(batch);
      batch = [];
      tokens = 0;
    }
    batch.push(index);
    tokens += estimate;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

/** A safe estimate: code has about three bytes per token. */
function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3);
}

/** Runs at most `size` tasks at the same time; the others wait their turn, or until they are cancelled. */
function createLimiter(size: number): <Result>(signal: AbortSignal, work: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];

  function turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = (): void => {
        signal.removeEventListener("abort", leave);
        running += 1;
        resolve();
      };
      const leave = (): void => {
        const at = waiting.indexOf(start);
        if (at !== -1) waiting.splice(at, 1);
        reject(signal.reason);
      };
      if (signal.aborted) return reject(signal.reason);
      if (running < size) return start();
      // One call may have many batches waiting.
      setMaxListeners(0, signal);
      signal.addEventListener("abort", leave, { once: true });
      waiting.push(start);
    });
  }

  return async (signal, work) => {
    await turn(signal);
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}
