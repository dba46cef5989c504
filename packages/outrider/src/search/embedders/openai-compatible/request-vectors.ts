import { setTimeout as wait } from "node:timers/promises";
import { EmbedderError } from "../embedder.ts";
import { postTexts, type Endpoint, type Posted } from "./post-texts.ts";
import { readAnswer } from "./read-answer.ts";
import { createTextLimit } from "./text-limit.ts";

/** How long a request is tried. */
export interface Patience {
  readonly attempts: number;
  /** For one attempt, and for all with the waits between them. */
  readonly attemptMs: number;
  readonly totalMs: number;
  /** Before the second attempt; doubled before each further one. */
  readonly firstWaitMs: number;
}

export interface RequesterOptions {
  readonly endpoint: Endpoint;
  readonly model: string;
  /** Asked for, where the user set it. */
  readonly dimensions: number | undefined;
  readonly onNote: (note: string) => void;
}

export type RequestVectors = (
  texts: readonly string[],
  options: { readonly signal: AbortSignal; readonly patience: Patience },
) => Promise<readonly Float32Array[]>;

/** Asks one server for vectors until it gives them, gives a reason why not, or the time is over. */
export function createRequester(options: RequesterOptions): RequestVectors {
  const { endpoint, model, onNote } = options;
  const { host } = endpoint.url;
  const limit = createTextLimit(onNote);
  let expected = options.dimensions;
  // When the server asked to be left alone, that holds for every request.
  let pausedUntil = 0;

  const request: RequestVectors = async (given, { signal, patience }) => {
    const texts = given.map((text) => limit.cut(text));
    const body = {
      model,
      input: texts,
      ...(options.dimensions === undefined ? {} : { dimensions: options.dimensions }),
    };
    const posted = await postPatiently(body, signal, patience);
    if (posted.kind === "answer") return read(posted.body, texts.length);
    const [only = ""] = texts;
    if (texts.length === 1) {
      if (!limit.lower(only)) throw new EmbedderError(`No vectors: ${host} ${posted.said}.`, { retryable: false });
      return await request([only], { signal, patience });
    }
    const middle = Math.ceil(texts.length / 2);
    const first = await request(texts.slice(0, middle), { signal, patience });
    return [...first, ...(await request(texts.slice(middle), { signal, patience }))];
  };

  async function postPatiently(
    body: object,
    signal: AbortSignal,
    patience: Patience,
  ): Promise<Exclude<Posted, { kind: "busy" }>> {
    const end = Date.now() + patience.totalMs;
    for (let attempt = 1; ; attempt += 1) {
      await pause(pausedUntil - Date.now(), signal);
      const timeoutMs = Math.max(1, Math.min(patience.attemptMs, end - Date.now()));
      const posted = await postTexts(endpoint, body, { signal, timeoutMs });
      if (posted.kind !== "busy") return posted;
      const waitMs = posted.waitMs ?? patience.firstWaitMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
      if (posted.waitMs !== undefined) pausedUntil = Math.max(pausedUntil, Date.now() + posted.waitMs);
      const over = Date.now() + waitMs >= end;
      if (attempt >= patience.attempts || over) {
        const wish =
          posted.waitMs === undefined ? "" : `; it wants to be asked again in ${Math.ceil(waitMs / 1_000)} s`;
        throw new EmbedderError(`No vectors: ${host} ${posted.problem} (attempt ${attempt})${wish}.`, {
          retryable: true,
        });
      }
      if (posted.waitMs === undefined) await pause(waitMs, signal);
    }
  }

  function read(body: string, count: number): readonly Float32Array[] {
    try {
      const vectors = readAnswer(body, count, expected);
      expected ??= vectors[0]?.length;
      return vectors;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const next = "check model and dimensions of search.openai";
      throw new EmbedderError(`No vectors: the answer of ${host} cannot be used, because ${why}; ${next}.`, {
        retryable: false,
      });
    }
  }

  return request;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (ms <= 0) return;
  await wait(ms, undefined, { signal }).catch(() => {});
  signal.throwIfAborted();
}
