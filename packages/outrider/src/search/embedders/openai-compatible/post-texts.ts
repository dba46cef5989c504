import { EmbedderError } from "../embedder.ts";

const longest = 300;

/** This many matching characters in a row are no coincidence. */
const telling = 6;

/** Where to send texts, and with which key. */
export interface Endpoint {
  readonly url: URL;
  readonly key: string | undefined;
  /** Where the key comes from, for error messages. */
  readonly keyName: string | undefined;
}

/** The outcome of a request: an answer, texts that are too large for the server, or a failure that may be retried. */
export type Posted =
  | { readonly kind: "answer"; readonly body: string }
  | { readonly kind: "too-large"; readonly said: string }
  | { readonly kind: "busy"; readonly problem: string; readonly waitMs: number | undefined };

/** Sends one request; throws an EmbedderError if a retry would not help. */
export async function postTexts(endpoint: Endpoint, body: object, limits: PostLimits): Promise<Posted> {
  const { signal, timeoutMs } = limits;
  const ended = await limitTime(signal, timeoutMs, async (stop) => {
    try {
      return await exchange(endpoint, JSON.stringify(body), stop);
    } catch (error) {
      if (error instanceof EmbedderError) throw error;
      return { problem: describeNetworkError(error) };
    }
  });
  signal.throwIfAborted();
  if (ended === undefined) return { kind: "busy", problem: `did not answer within ${timeoutMs} ms`, waitMs: undefined };
  if ("problem" in ended) return { kind: "busy", problem: ended.problem, waitMs: undefined };
  return judge(endpoint, ended);
}

export interface PostLimits {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

interface Exchanged {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

async function exchange(endpoint: Endpoint, body: string, signal: AbortSignal): Promise<Exchanged> {
  let url = endpoint.url;
  for (let hops = 0; ; hops += 1) {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(endpoint.key === undefined ? {} : { authorization: `Bearer ${endpoint.key}` }),
      },
      body,
      redirect: "manual",
      signal,
    });
    if (response.status < 300 || response.status >= 400) {
      return { status: response.status, headers: response.headers, body: await readBody(response) };
    }
    await response.body?.cancel();
    url = followable(url, response, hops);
  }
}

/** Texts and key are only sent to the machine that the user named. */
function followable(from: URL, response: Response, hops: number): URL {
  const location = response.headers.get("location") ?? "";
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  const place = to === undefined ? "nowhere" : to.origin;
  if (to?.origin !== from.origin) {
    throw refused(`${from.host} sends on to ${place}, which is not followed; correct search.openai.base_url`);
  }
  if ((response.status !== 307 && response.status !== 308) || hops >= maxHops) {
    throw refused(`${from.host} sends on to another address there; correct search.openai.base_url`);
  }
  return to;
}

const maxHops = 3;
const maxBodyBytes = 256 * 1024 * 1024;

async function readBody(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > maxBodyBytes) throw refused("the answer is larger than any number of vectors that was asked for");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function judge(endpoint: Endpoint, { status, headers, body }: Exchanged): Posted {
  if (status >= 200 && status < 300) return { kind: "answer", body };
  const said = redactKey(body, endpoint.key);
  const shown = `answered ${status}${said === "" ? "" : `: ${said}`}`;
  if (status === 413 || (mayBeTooLarge.has(status) && tooLarge.test(body))) return { kind: "too-large", said: shown };
  if (status === 408 || status === 429 || status >= 500) {
    return { kind: "busy", problem: shown, waitMs: parseRetryAfter(headers, Date.now()) };
  }
  const { host } = endpoint.url;
  if (status === 401 || status === 403) {
    const next =
      endpoint.keyName === undefined
        ? "name the variable that holds a key in search.openai.key_env"
        : `check the key in the environment variable ${endpoint.keyName}`;
    throw refused(`${host} ${shown}; ${next}`);
  }
  throw refused(`${host} ${shown}; check base_url, model and dimensions of search.openai`);
}

/** llama.cpp reports it with 500, text-embeddings-inference with 422. */
const mayBeTooLarge: ReadonlySet<number> = new Set([400, 422, 500]);
const tooLarge =
  /context[ _-]?(?:length|size|window)|too (?:long|large|many (?:tokens|inputs))|batch size|less than \d+ tokens|max(?:imum)?[ _]?(?:context|tokens|sequence|input)|reduce (?:the|your) (?:length|input|prompt)/i;

function refused(problem: string): EmbedderError {
  return new EmbedderError(`No vectors: ${problem}.`, { retryable: false });
}

/** By its code: messages of such errors repeat what was sent. */
function describeNetworkError(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined;
  const code = cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : undefined;
  return code === undefined ? "could not be reached, or hung up" : `could not be reached, or hung up (${code})`;
}

/** How long a server asks us to wait, in milliseconds: given as seconds, a date, or OpenAI's own milliseconds. */
function parseRetryAfter(headers: Headers, now: number): number | undefined {
  const exact = Number(headers.get("retry-after-ms") ?? Number.NaN);
  if (exact >= 0) return exact;
  const told = headers.get("retry-after");
  if (told === null) return undefined;
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(told)) return Number(told) * 1_000;
  const date = Date.parse(told);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** A server's message, short and on one line, without the key or parts of it: some servers repeat it in their errors. */
function redactKey(text: string, key: string | undefined): string {
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
  const safe =
    key === undefined ? line : line.replaceAll(/[^\s"',;<>(){}[\]]+/g, (word) => (showsKey(word, key) ? "***" : word));
  return safe.length > longest ? `${safe.slice(0, longest)}…` : safe;
}

function showsKey(word: string, key: string): boolean {
  if (word.includes(key)) return true;
  for (let at = 0; at + telling <= key.length; at += 1) {
    if (word.includes(key.slice(at, at + telling))) return true;
  }
  return false;
}

/**
 * Runs work with a signal that is aborted by the caller's or after a time. Undefined if either aborted it; by then the work has
 * ended, and no timer or listener is left.
 */
async function limitTime<Result>(
  signal: AbortSignal,
  timeoutMs: number,
  work: (stop: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  const stop = new AbortController();
  const onAbort = (): void => stop.abort();
  const timer = setTimeout(onAbort, timeoutMs);
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    const result = await work(stop.signal);
    return stop.signal.aborted ? undefined : result;
  } catch (error) {
    if (stop.signal.aborted) return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}
