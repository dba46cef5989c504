import { setTimeout as wait } from "node:timers/promises";
import { isRecord } from "../../../workspace/config/is-record.ts";
import { EmbedderError, toUnitVector } from "../embedder.ts";
import { postTexts, type Endpoint, type Posted } from "./post-texts.ts";

/** What is known about the maximum length of a text. No server announces it. */
interface TextLimit {
  cut(text: string): string;
  /** This text was too long: texts of this length or more are now cut to half of it. False if shorter makes no sense. */
  lower(text: string): boolean;
}

const shortest = 64;

/** How long to retry a request. */
export interface Timeouts {
  readonly attempts: number;
  /** For one attempt, and for all attempts including the pauses between them. */
  readonly attemptMs: number;
  readonly totalMs: number;
  /** Before the second attempt; doubled for each further one. */
  readonly firstWaitMs: number;
}

export interface RequesterOptions {
  readonly endpoint: Endpoint;
  readonly model: string;
  /** Requested from the server if the user set it. */
  readonly dimensions: number | undefined;
  readonly onNote: (note: string) => void;
}

export type RequestVectors = (
  texts: readonly string[],
  options: { readonly signal: AbortSignal; readonly timeouts: Timeouts },
) => Promise<readonly Float32Array[]>;

/** Asks one server for vectors until it returns them or a reason why not, or the time is up. */
export function createRequester(options: RequesterOptions): RequestVectors {
  const { endpoint, model, onNote } = options;
  const { host } = endpoint.url;
  const limit = createTextLimit(onNote);
  let expected = options.dimensions;
  // If the server asked us to wait, that applies to every request.
  let pausedUntil = 0;

  const request: RequestVectors = async (given, { signal, timeouts }) => {
    const texts = given.map((text) => limit.cut(text));
    const body = {
      model,
      input: texts,
      ...(options.dimensions === undefined ? {} : { dimensions: options.dimensions }),
    };
    const posted = await postPatiently(body, signal, timeouts);
    if (posted.kind === "answer") return read(posted.body, texts.length);
    const [only = ""] = texts;
    if (texts.length === 1) {
      if (!limit.lower(only)) throw new EmbedderError(`No vectors: ${host} ${posted.said}.`, { retryable: false });
      return await request([only], { signal, timeouts });
    }
    const middle = Math.ceil(texts.length / 2);
    const first = await request(texts.slice(0, middle), { signal, timeouts });
    return [...first, ...(await request(texts.slice(middle), { signal, timeouts }))];
  };

  async function postPatiently(
    body: object,
    signal: AbortSignal,
    timeouts: Timeouts,
  ): Promise<Exclude<Posted, { kind: "busy" }>> {
    const end = Date.now() + timeouts.totalMs;
    for (let attempt = 1; ; attempt += 1) {
      await pause(pausedUntil - Date.now(), signal);
      const timeoutMs = Math.max(1, Math.min(timeouts.attemptMs, end - Date.now()));
      const posted = await postTexts(endpoint, body, { signal, timeoutMs });
      if (posted.kind !== "busy") return posted;
      const waitMs = posted.waitMs ?? timeouts.firstWaitMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
      if (posted.waitMs !== undefined) pausedUntil = Math.max(pausedUntil, Date.now() + posted.waitMs);
      const over = Date.now() + waitMs >= end;
      if (attempt >= timeouts.attempts || over) {
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

function createTextLimit(onNote: (note: string) => void): TextLimit {
  let refused = Infinity;
  let length = Infinity;
  return {
    cut: (text) => (text.length >= refused ? cutAt(text, length) : text),
    lower(text) {
      if (text.length < shortest) return false;
      refused = Math.min(refused, text.length);
      length = Math.floor(refused / 2);
      onNote(
        `The embedding server takes no text of ${refused} characters; of such texts the first ${length} are used.`,
      );
      return true;
    },
  };
}

/** Does not split a surrogate pair. */
function cutAt(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/**
 * The vectors of a server's answer, in the order of the texts, of length 1. If anything is wrong, throws an Error with the
 * reason as part of a sentence: one vector in the wrong place would silently corrupt an index.
 */
function readAnswer(body: string, count: number, dimensions: number | undefined): readonly Float32Array[] {
  const items = itemsOf(parseJson(body));
  if (items.length !== count) throw new Error(`it holds ${items.length} vectors for ${count} texts`);
  const vectors: Float32Array[] = [];
  let expected = dimensions;
  for (const [position, item] of items.entries()) {
    const vector = toUnitVector(numbersOf(item["embedding"]));
    expected ??= vector.length;
    if (vector.length !== expected) throw new Error(`a vector has ${vector.length} numbers in place of ${expected}`);
    const index = item["index"] ?? position;
    if (typeof index !== "number" || !Number.isInteger(index) || index < 0 || index >= count) {
      throw new Error(`a vector has the index ${JSON.stringify(index)}`);
    }
    if (vectors[index] !== undefined) throw new Error(`two vectors have the index ${index}`);
    vectors[index] = vector;
  }
  return vectors;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Error("it is no JSON");
  }
}

function itemsOf(answer: unknown): readonly Readonly<Record<string, unknown>>[] {
  const data = isRecord(answer) ? answer["data"] : undefined;
  if (!Array.isArray(data)) throw new Error('it has no list "data"');
  return data.map((item: unknown) => {
    if (!isRecord(item)) throw new Error('"data" holds something that is no vector');
    return item;
  });
}

function numbersOf(embedding: unknown): ArrayLike<number> {
  if (typeof embedding === "string") return decodeBase64(embedding);
  if (!Array.isArray(embedding)) throw new Error('a vector has no "embedding"');
  const numbers: unknown[] = embedding;
  if (!numbers.every((value) => typeof value === "number")) {
    throw new Error("an embedding is no list of numbers (a model without pooling gives lists of them)");
  }
  return numbers;
}

/** Little-endian 32-bit floats, as OpenAI sends them when asked for base64. */
function decodeBase64(text: string): Float32Array {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length === 0 || bytes.length % 4 !== 0) throw new Error("an embedding is no base64 of numbers");
  return Float32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4));
}
