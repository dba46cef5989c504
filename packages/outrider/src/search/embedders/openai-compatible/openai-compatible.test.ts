import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { searchSettingsSchema } from "../../../workspace/config/search-settings.ts";
import { testEmbedder } from "../conformance.test-kit.ts";
import { EmbedderError, type Embedder } from "../embedder.ts";
import { openOpenAiCompatible } from "./open-openai-compatible.ts";
import { serveEmbeddings, type EmbeddingServer, type Received } from "./serve-embeddings.test-kit.ts";

const key = "sk-test-0123456789abcdef";
const env = { TEST_KEY: key };
const quick = { attempts: 4, attemptMs: 60_000, totalMs: 120_000, firstWaitMs: 5 };
const signal = new AbortController().signal;

let server: EmbeddingServer;
const notes: string[] = [];

beforeAll(async () => {
  server = await serveEmbeddings();
});
afterEach(() => {
  server.behave = () => ({ kind: "vectors" });
  notes.length = 0;
});
afterAll(() => server.close());

type Changes = Record<string, unknown> & { timeouts?: Partial<typeof quick> };

function open({ timeouts, ...settings }: Changes = {}): Promise<Embedder> {
  const given = { base_url: server.baseUrl, model: "m", key_env: "TEST_KEY", batch: 8, ...settings };
  return openOpenAiCompatible({
    settings: searchSettingsSchema.parse({ openai: { query_prefix: "query: ", text_prefix: "text: ", ...given } })
      .openai,
    signal,
    onNote: (note) => notes.push(note),
    env,
    timeouts: { texts: { ...quick, ...timeouts }, query: { ...quick, ...timeouts } },
  });
}

/** Opens with the length known, so that the server's first request is the one that the test is about. */
const openKnown = (changes: Changes = {}): Promise<Embedder> => open({ dimensions: 128, ...changes });

async function failure(work: Promise<unknown>): Promise<EmbedderError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof EmbedderError)) throw new Error(`no EmbedderError: ${String(error)}`);
  return error;
}

/** How often the server was asked, and with what, while the work was done. */
async function during(work: () => Promise<unknown>): Promise<readonly Received[]> {
  const before = server.received.length;
  await work();
  return server.received.slice(before);
}

testEmbedder("openai-compatible", () => open(), { many: 100 });

test("a request carries model, key and prefixed texts, and the length only when it is set", async () => {
  const embedder = await open();
  const [first] = await during(() => embedder.embedTexts(["a file"], { signal }));
  expect(first).toMatchObject({ path: "/v1/embeddings", model: "m", dimensions: undefined, input: ["text: a file"] });
  expect(first?.headers["authorization"]).toBe(`Bearer ${key}`);
  const known = await openKnown({ base_url: `${server.baseUrl}/`, key_env: undefined });
  const [second] = await during(() => known.embedQuery("a file", { signal }));
  expect(second).toMatchObject({ path: "/v1/embeddings", dimensions: 128, input: ["query: a file"] });
  expect(second?.headers["authorization"]).toBeUndefined();
});

test("other prefixes, another model and another server are another index", async () => {
  const ids = await Promise.all(
    [{}, {}, { text_prefix: "" }, { model: "n" }, { dimensions: 64 }].map(
      async (changes) => (await openKnown(changes)).id,
    ),
  );
  expect(new Set(ids).size).toBe(4);
  expect(ids.join()).not.toContain(key);
});

test("texts go in batches by number and by size, not more than four at a time", async () => {
  server.behave = () => ({ kind: "vectors", afterMs: 20 });
  const embedder = await openKnown();
  server.open.most = 0;
  const requests = await during(() =>
    embedder.embedTexts(
      Array.from({ length: 60 }, () => "parse"),
      { signal },
    ),
  );
  // Those that are sent at once may arrive in any order.
  expect(requests.map(({ input }) => input.length).toSorted((one, other) => one - other)).toEqual([
    4, 8, 8, 8, 8, 8, 8, 8,
  ]);
  expect(server.open.most).toBe(4);
  const large = await during(() => embedder.embedTexts(["parse ".repeat(5_000), "file ".repeat(5_000)], { signal }));
  expect(large.map(({ input }) => input.length)).toEqual([1, 1]);
});

test("an answer in another order, without numbers, or in base64 is read right", async () => {
  const embedder = await openKnown();
  const texts = ["open a file", "send a mail", "draw a circle"];
  const plain = await embedder.embedTexts(texts, { signal });
  const base64 = (embedding: unknown): string => {
    if (!Array.isArray(embedding)) throw new Error("no list");
    return Buffer.from(Float32Array.from(embedding.map(Number)).buffer).toString("base64");
  };
  server.behave = () => ({ kind: "vectors", change: (data) => ({ data: data.toReversed() }) });
  expect(await embedder.embedTexts(texts, { signal })).toEqual(plain);
  server.behave = () => ({
    kind: "vectors",
    change: (data) => ({ data: data.map(({ embedding }) => ({ embedding })) }),
  });
  expect(await embedder.embedTexts(texts, { signal })).toEqual(plain);
  server.behave = () => ({
    kind: "vectors",
    change: (data) => ({ data: data.map((item) => ({ ...item, embedding: base64(item.embedding) })) }),
  });
  expect(await embedder.embedTexts(texts, { signal })).toEqual(plain);
});

test("an answer with anything wrong in it is refused, once", async () => {
  const embedder = await openKnown();
  const cases: readonly (readonly [string, (data: { index: number; embedding: unknown }[]) => unknown])[] = [
    ["vectors for 2 texts", (data) => ({ data: data.slice(1) })],
    ["two vectors have the index 0", (data) => ({ data: data.map((item) => ({ ...item, index: 0 })) })],
    ["has the index 7", (data) => ({ data: data.map((item) => ({ ...item, index: item.index + 7 })) })],
    ["3 numbers in place of 128", (data) => ({ data: data.map((item) => ({ ...item, embedding: [1, 2, 3] })) })],
    ["nothing but zeros", (data) => ({ data: data.map((item) => ({ ...item, embedding: Array(128).fill(0) })) })],
    ["no list of numbers", (data) => ({ data: data.map((item) => ({ ...item, embedding: [null] })) })],
    ["no list of numbers", (data) => ({ data: data.map((item) => ({ ...item, embedding: [item.embedding] })) })],
    [
      "no number",
      (data) => ({ data: data.map((item) => ({ ...item, embedding: Buffer.alloc(512, 255).toString("base64") })) }),
    ],
    ["no base64", (data) => ({ data: data.map((item) => ({ ...item, embedding: "AAA" })) })],
    ['no list "data"', () => ({ error: "x" })],
  ];
  for (const [problem, change] of cases) {
    server.behave = () => ({ kind: "vectors", change });
    const requests = await during(async () => {
      const error = await failure(embedder.embedTexts(["a file", "a mail"], { signal }));
      expect(error.message).toContain(problem);
      expect(error.retryable).toBe(false);
    });
    expect(requests, problem).toHaveLength(1);
  }
  server.behave = () => ({ kind: "answer", status: 200, body: "<html>" });
  expect((await failure(embedder.embedQuery("x", { signal }))).message).toContain("it is no JSON");
});

test("the length of the first vector holds for all that follow", async () => {
  const embedder = await open();
  expect(embedder.dimensions).toBe(128);
  server.behave = () => ({
    kind: "vectors",
    change: (data) => ({ data: data.map((item) => ({ ...item, embedding: [1, 0] })) }),
  });
  expect((await failure(embedder.embedTexts(["a file"], { signal }))).message).toContain("2 numbers in place of 128");
});

test("a server that fails, hangs up or hangs is asked again until it answers", async () => {
  const embedder = await openKnown({ timeouts: { attemptMs: 1_000 } });
  for (const bad of [
    { kind: "answer", status: 500 },
    { kind: "answer", status: 503 },
    { kind: "hang-up" },
    { kind: "hang" },
  ] as const) {
    let left = 2;
    server.behave = () => ((left -= 1) >= 0 ? bad : { kind: "vectors" });
    const requests = await during(async () =>
      expect(await embedder.embedTexts(["a file"], { signal })).toHaveLength(1),
    );
    expect(requests, JSON.stringify(bad)).toHaveLength(3);
  }
});

test("a server that stays away is given up after some attempts, and the caller may try later", async () => {
  const embedder = await openKnown();
  server.behave = () => ({ kind: "answer", status: 500, body: "out of cheese" });
  const requests = await during(async () => {
    const error = await failure(embedder.embedTexts(["a file"], { signal }));
    expect(error.message).toMatch(/127\.0\.0\.1:\d+ answered 500: out of cheese \(attempt 4\)/);
    expect(error.retryable).toBe(true);
  });
  expect(requests).toHaveLength(4);
  const nobody = await openKnown({ base_url: "http://127.0.0.1:9/v1" });
  const error = await failure(nobody.embedQuery("x", { signal }));
  expect(error.message).toMatch(/could not be reached, or hung up/);
  expect(error.retryable).toBe(true);
});

test("all the time together is bounded", async () => {
  const embedder = await openKnown({ timeouts: { attemptMs: 150, totalMs: 300, attempts: 10_000 } });
  server.behave = () => ({ kind: "hang" });
  // All attempts together would take longer than any test may.
  expect((await failure(embedder.embedTexts(["a file"], { signal }))).message).toContain("did not answer within");
});

test("a server that wants a pause gets it, from every request", async () => {
  const embedder = await openKnown();
  let first = 0;
  server.behave = () => {
    if (first !== 0) return { kind: "vectors" };
    first = performance.now();
    return { kind: "answer", status: 429, headers: { "retry-after-ms": "300" } };
  };
  const seen: number[] = [];
  const watched = server.behave;
  server.behave = (request) => {
    const behaviour = watched(request);
    seen.push(performance.now() - first);
    return behaviour;
  };
  await embedder.embedTexts(["a file"], { signal });
  expect(seen).toHaveLength(2);
  expect(seen[1]).toBeGreaterThan(280);
  server.behave = () => ({ kind: "answer", status: 429, headers: { "retry-after": "3600" } });
  const error = await failure(embedder.embedTexts(["a file"], { signal }));
  expect(error.message).toContain("asked again in 3600 s");
  expect(error.retryable).toBe(true);
});

test("what a server refuses for good is not asked again", async () => {
  const embedder = await openKnown();
  for (const [status, next] of [
    [400, "check base_url, model and dimensions"],
    [401, "check the key in the environment variable TEST_KEY"],
    [404, "check base_url"],
  ] as const) {
    server.behave = () => ({ kind: "answer", status, body: '{"error":"no such thing"}' });
    const requests = await during(async () => {
      const error = await failure(embedder.embedTexts(["a file"], { signal }));
      expect(error.message).toContain(next);
      expect(error.retryable).toBe(false);
    });
    expect(requests).toHaveLength(1);
  }
});

test("of texts that are too long for the model the beginning is used, and that is said", async () => {
  const embedder = await openKnown();
  server.behave = ({ input }) =>
    input.some((text) => text.length > 400)
      ? { kind: "answer", status: 400, body: "This model's maximum context length is 100 tokens" }
      : { kind: "vectors" };
  const texts = ["open a file", "send a mail ".repeat(100), "draw a circle"];
  const [short, long] = await embedder.embedTexts(texts, { signal });
  expect(short).toEqual((await embedder.embedTexts([texts[0] ?? ""], { signal }))[0]);
  expect(Math.hypot(...(long ?? []))).toBeCloseTo(1, 4);
  expect(notes.at(-1)).toMatch(/takes no text of \d+ characters; of such texts the first \d+ are used/);
  // The next one is cut before it is sent.
  expect(await during(() => embedder.embedTexts([texts[1] ?? ""], { signal }))).toHaveLength(1);
  server.behave = () => ({ kind: "answer", status: 413 });
  const error = await failure(embedder.embedTexts([texts[1] ?? ""], { signal }));
  expect(error.message).toContain("answered 413");
});

test("a batch that is too large for the server is divided", async () => {
  const embedder = await openKnown();
  server.behave = ({ input }) =>
    input.length > 2
      ? { kind: "answer", status: 422, body: "batch size 8 > maximum allowed batch size 2" }
      : { kind: "vectors" };
  expect(
    await embedder.embedTexts(
      Array.from({ length: 8 }, (_, at) => `file ${at}`),
      { signal },
    ),
  ).toHaveLength(8);
  expect(notes).toEqual([]);
});

test("the key is in no error, whole or in part, whatever the server repeats", async () => {
  const embedder = await openKnown();
  for (const status of [401, 400, 500, 413]) {
    server.behave = ({ headers }) => ({
      kind: "answer",
      status,
      body: `bad key ${key}, (${key.slice(0, 12)}…) in ${JSON.stringify(headers)} or x=${key}&y=1`,
    });
    const error = await failure(embedder.embedQuery("x", { signal }));
    const shown = JSON.stringify([error.message, error.stack, String(error.cause)]);
    expect(shown).toContain("bad key ***");
    expect(shown).not.toContain(key.slice(0, 12));
    expect(shown).not.toContain(key.slice(-6));
  }
});

test("without the key in the environment nothing is sent", async () => {
  const before = server.received.length;
  const openWith = (value: string | undefined): Promise<EmbedderError> =>
    failure(
      openOpenAiCompatible({
        settings: searchSettingsSchema.parse({ openai: { base_url: server.baseUrl, model: "m", key_env: "K" } }).openai,
        signal,
        onNote: () => {},
        env: { K: value },
      }),
    );
  expect((await openWith(undefined)).message).toContain(
    "the environment variable K (search.openai.key_env) is not set",
  );
  expect((await openWith("  ")).message).toContain("is not set");
  const error = await openWith("secret\r\nhost: evil");
  expect(error.message).toContain("holds no key");
  expect(error.message).not.toContain("secret");
  expect(server.received).toHaveLength(before);
});

test("a redirect to another machine is not followed, one to the same is", async () => {
  const embedder = await openKnown();
  const other = await serveEmbeddings();
  try {
    for (const status of [301, 302, 307, 308]) {
      server.behave = () => ({ kind: "answer", status, headers: { location: `${other.baseUrl}/embeddings` } });
      const error = await failure(embedder.embedTexts(["a file"], { signal }));
      expect(error.message).toMatch(/sends on to http:\/\/127\.0\.0\.1:\d+, which is not followed/);
      expect(error.retryable).toBe(false);
    }
    expect(other.received).toEqual([]);
    server.behave = ({ path }) =>
      path === "/v2" ? { kind: "vectors" } : { kind: "answer", status: 308, headers: { location: "/v2" } };
    expect(await embedder.embedTexts(["a file"], { signal })).toHaveLength(1);
    server.behave = () => ({ kind: "answer", status: 307, headers: { location: "/again" } });
    expect((await failure(embedder.embedTexts(["a file"], { signal }))).message).toContain("to another address there");
  } finally {
    await other.close();
  }
});

test("plain http to another machine is refused before anything is sent", async () => {
  const settings = { ...searchSettingsSchema.parse({}).openai, base_url: "http://models.example/v1", model: "m" };
  const error = await failure(openOpenAiCompatible({ settings, signal, onNote: () => {}, env }));
  expect(error.message).toContain("is not encrypted");
});

test("secrets that slipped into a text are masked before it is sent", async () => {
  const embedder = await openKnown();
  const text =
    "connect('postgres://me:hunter2secret@db/x')\npassword = 'hunter2secret'\nDB_PASS=hunter2secret\nopen the file";
  const [request] = await during(() => embedder.embedTexts([text], { signal }));
  expect(request?.input[0]).toContain("open the file");
  expect(request?.input[0]).not.toContain("hunter2");
  const [asked] = await during(() => embedder.embedQuery("token: 'hunter2secret'", { signal }));
  expect(asked?.input[0]).not.toContain("hunter2");
});

test("after a cancel and after a close no request is open and none follows", async () => {
  server.behave = () => ({ kind: "hang" });
  const embedder = await openKnown();
  const stop = new AbortController();
  const texts = Array.from({ length: 100 }, () => "parse");
  const requests = await during(async () => {
    const call = embedder.embedTexts(texts, { signal: stop.signal });
    const cancelled = call.catch((error: unknown) => error);
    await expect.poll(() => server.open.now).toBe(4);
    stop.abort(new Error("enough"));
    expect(await cancelled).toMatchObject({ message: "enough" });
    await expect.poll(() => server.open.now).toBe(0);
    const closing = failure(embedder.embedTexts(texts, { signal }));
    await expect.poll(() => server.open.now).toBe(4);
    await embedder.close();
    expect((await closing).message).toContain("closed");
    await expect.poll(() => server.open.now).toBe(0);
  });
  expect(requests).toHaveLength(8);
});

test("the first batch that fails ends the others", async () => {
  // The other batches hang for longer than any test may take.
  const embedder = await openKnown({ timeouts: { attemptMs: 600_000, totalMs: 600_000, attempts: 1 } });
  server.behave = ({ input }) => (input.includes("text: bad") ? { kind: "answer", status: 400 } : { kind: "hang" });
  const texts = ["bad", ...Array.from({ length: 40 }, () => "parse")];
  expect((await failure(embedder.embedTexts(texts, { signal }))).message).toContain("answered 400");
  await expect.poll(() => server.open.now).toBe(0);
});
