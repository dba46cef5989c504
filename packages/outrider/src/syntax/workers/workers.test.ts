import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { decodeRecord } from "../table/file-record.ts";
import { collectWords, hashWord, hasWord, isIndexedWord } from "./collect-words.ts";
import { type ParseJob, noStamp, type ReadFile, type Reply } from "./messages.ts";
import { type NumberedJob, WorkerLostError } from "../../workspace/threads/open-thread-pool.ts";
import { openParserPool, type ParserPool, type ParserPoolOptions } from "./open-parser-pool.ts";
import { readFiles } from "./read-files.ts";
import { startThread } from "./parser-thread.ts";

const { signal } = new AbortController();
const root = realpathSync(mkdtempSync(join(tmpdir(), "outrider-workers-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function openPool(options: ParserPoolOptions = {}): ParserPool {
  const pool = openParserPool({ size: 1, ...options });
  onTestFinished(() => pool.close());
  return pool;
}

async function parse(pool: ParserPool, text: string): Promise<readonly string[]> {
  const names: string[] = [];
  await pool.run(
    { kind: "parse", file: "a.ts", text },
    {
      signal,
      onReply: (reply) => {
        if (reply.kind === "parsed") names.push(...decodeRecord(reply.record).symbols.map(({ path }) => path));
      },
    },
  );
  return names;
}

test("one thread does one job after the other", async () => {
  const pool = openPool();
  const answers = await Promise.all(["one", "two", "three"].map((name) => parse(pool, `function ${name}() {}`)));
  expect(answers).toEqual([["one"], ["two"], ["three"]]);
});

test("what somebody waits for goes before work in the background", async () => {
  const pool = openPool();
  const order: string[] = [];
  const run = (name: string, urgent: boolean): Promise<unknown> =>
    pool
      .run({ kind: "parse", file: "a.ts", text: "let a" }, { signal, urgent, onReply: () => {} })
      .then(() => order.push(name));
  await Promise.all([run("first", false), run("background", false), run("urgent", true)]);
  expect(order).toEqual(["first", "urgent", "background"]);
});

test("a thread that says nothing for too long is ended, and another takes over", async () => {
  const pool = openPool({ silenceMs: 60 });
  const long = "f(\n".repeat(100_000);
  const lost = pool.run({ kind: "parse", file: "a.ts", text: long }, { signal, onReply: () => {} });
  await expect(lost).rejects.toBeInstanceOf(WorkerLostError);
  await pool.close();
  expect(await parse(openPool(), "class After {}")).toEqual(["After"]);
});

test("threads without work end, but for one, and are started again when there is more", async () => {
  const exits: number[] = [];
  const start = () => {
    const worker = startThread();
    const { threadId } = worker;
    worker.on("exit", () => exits.push(threadId));
    return worker;
  };
  const pool = openPool({ size: 3, idleMs: 300, start });
  const both = (): Promise<unknown> =>
    Promise.all(["one", "two", "three"].map((name) => parse(pool, `function ${name}() {}`)));
  await both();
  await vi.waitFor(() => expect(exits).toHaveLength(2), 60_000);
  await sleep(600);
  expect(exits).toHaveLength(2);
  await both();
  await pool.close();
  expect(exits).toHaveLength(5);
});

test("a thread that has grown is replaced before its next job; one that has not is kept", async () => {
  const threads: number[] = [];
  const start = () => {
    const worker = startThread();
    threads.push(worker.threadId);
    return worker;
  };
  const pool = openPool({ start, maxHeldBytes: 100 * 1024 * 1024, silenceMs: 120_000 });
  await parse(pool, "class Small {}");
  await parse(pool, "class Small {}");
  expect(threads).toHaveLength(1);
  await pool.run({ kind: "parse", file: "a.cpp", text: growing }, { signal, onReply: () => {} });
  expect(await parse(pool, "class After {}")).toEqual(["After"]);
  expect(threads).toHaveLength(2);
});

/** Each opening bracket may begin a template or be a comparison: the parser keeps both readings of all of them. */
const growing = "a<b<c<d<e<f<g<h\n".repeat(3_000);

test("a text that needs more memory than a thread may have fails alone", async () => {
  writeFileSync(join(root, "growing.cpp"), growing.repeat(8));
  const found: ReadFile[] = [];
  const pool = openPool({ silenceMs: 120_000 });
  const options = { root, signal, limitFactor: 4, onFile: (file: ReadFile) => found.push(file) };
  await readFiles(pool, [{ path: "growing.cpp" }], options);
  expect(found.map(({ record }) => record && decodeRecord(record).note)).toEqual(["the parser failed on it"]);
  expect(await parse(pool, "class After {}")).toEqual(["After"]);
});

test("whoever is cancelled is released at once, also while waiting", async () => {
  const pool = openPool();
  const controller = new AbortController();
  const options = { signal: controller.signal, onReply: () => {} };
  const running = pool.run({ kind: "parse", file: "a.ts", text: "f(\n".repeat(50_000) }, options);
  const waiting = pool.run({ kind: "parse", file: "a.ts", text: "let a" }, options);
  controller.abort(new Error("enough"));
  await expect(running).rejects.toThrow("enough");
  await expect(waiting).rejects.toThrow("enough");
  expect(await parse(pool, "class Next {}")).toEqual(["Next"]);
});

test("after closing nothing runs, and nobody waits for ever", async () => {
  const pool = openPool();
  const replies: Reply[] = [];
  const running = pool.run(
    { kind: "parse", file: "a.ts", text: "f(\n".repeat(50_000) },
    { signal, onReply: (reply) => replies.push(reply) },
  );
  const [ended] = await Promise.allSettled([running, pool.close()]);
  expect(ended).toMatchObject({ status: "rejected", reason: { message: "The parsers are closed." } });
  await expect(parse(pool, "let a")).rejects.toThrow("The parsers are closed.");
});

test("files are read with their stamps; one that is gone has none", async () => {
  writeFileSync(join(root, "a.py"), "def one():\n    pass\n");
  const found: ReadFile[] = [];
  const pool = openPool();
  await readFiles(pool, [{ path: "a.py" }, { path: "gone.py" }], { root, signal, onFile: (file) => found.push(file) });
  expect(found.map(({ path, stamp }) => [path, stamp?.size])).toEqual([
    ["a.py", 20],
    ["gone.py", undefined],
  ]);
  const hash = found[0]?.hash;
  await readFiles(pool, [{ path: "a.py", hash }], { root, signal, onFile: (file) => found.push(file) });
  expect(found.at(-1)?.record).toBeUndefined();
});

test.skipIf(process.platform === "win32")("a file that the system does not let be read is told, not gone", async () => {
  const found: ReadFile[] = [];
  // Also for root, who may read everything, a name as long as this is an error other than that it is missing.
  const path = `${"a".repeat(300)}.py`;
  await readFiles(openPool(), [{ path }], { root, signal, onFile: (file) => found.push(file) });
  expect(found.map(({ stamp, record }) => [stamp, record && decodeRecord(record).note])).toEqual([
    [noStamp, "cannot be read"],
  ]);
});

test("what a thread replies to an earlier job is not taken for the pool's own", async () => {
  const early = startThread();
  early.postMessage({
    id: 0,
    job: { kind: "parse", file: "a.ts", text: "class Earlier {}" },
  } satisfies NumberedJob<ParseJob>);
  expect(await parse(openPool({ early }), "class Own {}")).toEqual(["Own"]);
});

test("an early thread that has ended is replaced", async () => {
  const early = startThread();
  await early.terminate();
  expect(await parse(openPool({ early, silenceMs: 120_000 }), "class After {}")).toEqual(["After"]);
});

test("a thread that cannot be started fails its job, not the pool", async () => {
  let failures = 1;
  const start = (): ReturnType<typeof startThread> => {
    failures -= 1;
    if (failures >= 0) throw new Error("no thread left");
    return startThread();
  };
  const pool = openPool({ start });
  await expect(parse(pool, "let a")).rejects.toThrow(new WorkerLostError("No parser could be started: no thread left"));
  expect(await parse(pool, "class After {}")).toEqual(["After"]);
});

test("a lost thread that cannot be replaced fails the next job, too", async () => {
  const early = startThread();
  const pool = openPool({
    early,
    start() {
      throw new Error("no thread left");
    },
  });
  const both = Promise.allSettled([parse(pool, "f(\n".repeat(50_000)), parse(pool, "let a")]);
  await early.terminate();
  expect(await both).toMatchObject([
    { status: "rejected", reason: { message: "The parser ended." } },
    { status: "rejected", reason: { message: "No parser could be started: no thread left" } },
  ]);
});

test("a word is found by its hash, whatever stands around it", () => {
  const words = collectWords("const größe = getUserName(a1_b, `x`); // naïve\n");
  for (const word of ["const", "größe", "getUserName", "a1_b", "naïve"]) {
    expect(isIndexedWord(word) && hasWord(words, hashWord(word))).toBe(true);
  }
  for (const word of ["UserName", "größ", "x"]) expect(hasWord(words, hashWord(word))).toBe(false);
  expect(["ab", "a-b", "a b", "name?"].map(isIndexedWord)).toEqual([false, false, false, false]);
});
