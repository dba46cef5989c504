import { expect, test } from "vitest";
import type { SymbolView } from "../../syntax/project-symbols.ts";
import { chunkText } from "../chunks/chunk-text.ts";
import { encodeTerms } from "../records/encode-terms.ts";
import { readTerms } from "../records/read-terms.ts";
import type { ContentKey } from "../stores/vector-store.ts";
import type { IndexReply, IndexPool } from "../workers/index-pool.ts";
import { createIndexedContents } from "./indexed-contents.ts";
import { createWorkList } from "../../indexing/work-list.ts";
import { createIndexer } from "./indexer.ts";

const view: SymbolView = {
  completeness: { state: "complete" },
  paths: [],
  file: () => undefined,
  stored: () => undefined,
  symbolCount: () => 0,
  search: () => [],
  importance: () => Promise.reject(new Error("not asked for here")),
};

function replyOf(path: string): IndexReply {
  const text = `Remember ${path}.\n`;
  const symbols = { language: "", symbols: [], broken: false };
  const terms = encodeTerms(readTerms({ text, symbols, chunks: chunkText(text, []), note: undefined }));
  return { kind: "indexed", path, content: { key: `${path}.text`, hash: path, terms, vectors: undefined } };
}

/** An indexer whose threads answer as `run` does, and what the vectors were told. */
function openIndexer(run: IndexPool["run"]) {
  const known = new Map<ContentKey, Uint8Array>();
  const followed: ContentKey[] = [];
  const contents = createIndexedContents((key) => known.get(key));
  const work = createWorkList();
  const indexer = createIndexer({
    root: "/",
    pool: { size: 2, run, close: async () => {} },
    contents,
    work,
    records: {
      load: async () => {},
      get: (key) => known.get(key),
      add: (key, _, terms) => known.set(key, terms),
      saveSoon() {},
      tidy() {},
      clear: async () => {},
      status: () => "",
      close: async () => {},
    },
    vectors: {
      wantsStatic: true,
      hasLost: () => false,
      async follow(added, _, signal) {
        signal.throwIfAborted();
        followed.push(...added);
        return await Promise.resolve([]);
      },
      put: async () => {},
      settle: async () => {},
      nearest: async () => await Promise.resolve({ chunks: undefined, why: undefined }),
      status: () => ({ model: "", external: false, embedded: 0, place: "", problem: undefined }),
      clear: async () => {},
      close: async () => {},
    },
  });
  const change = (paths: readonly string[]): void => {
    for (const path of paths) work.apply(path, { kind: "changed" });
  };
  return { indexer, work, change, contents, followed };
}

test("a file counts as read when it can be found, and not when its thread has answered", async () => {
  const { indexer, work, change, contents, followed } = openIndexer(async (job, { onReply }) => {
    if (job.kind !== "index") return;
    for (const { path } of job.files) onReply(replyOf(path));
    expect([...work.reading]).toEqual(["a.txt", "b.txt"]);
    expect(contents.paths.size).toBe(0);
    await Promise.resolve();
  });
  change(["a.txt", "b.txt"]);
  expect(await indexer.read(view, new AbortController().signal)).toBe(2);
  expect([work.reading.size, work.waiting.size, contents.index.totals.contents]).toEqual([0, 0, 2]);
  expect(followed).toEqual(["a.txt.text", "b.txt.text"]);
});

test("what a stopped build had in hand is read again, and the vectors are told of it", async () => {
  const stop = new AbortController();
  const { indexer, work, change, contents, followed } = openIndexer(async (job, { onReply, signal }) => {
    if (job.kind !== "index") return;
    const [first, ...others] = job.files;
    if (first !== undefined) onReply(replyOf(first.path));
    await Promise.resolve();
    if (!stop.signal.aborted) stop.abort(new Error("stopped"));
    signal.throwIfAborted();
    for (const { path } of others) onReply(replyOf(path));
  });
  change(["a.txt", "b.txt"]);
  await expect(indexer.read(view, stop.signal)).rejects.toThrow("stopped");
  expect([...work.waiting]).toEqual(["a.txt", "b.txt"]);
  await indexer.read(view, new AbortController().signal);
  expect([indexer.hasWork(), contents.index.totals.contents]).toEqual([false, 2]);
  expect(followed).toEqual(["a.txt.text", "b.txt.text"]);
});

test("a file that changes while a thread has it is read anew", async () => {
  let rounds = 0;
  const { indexer, work, change, contents } = openIndexer(async (job, { onReply }) => {
    if (job.kind !== "index") return;
    rounds += 1;
    for (const { path } of job.files) onReply(replyOf(path));
    if (rounds === 1) change(["b.txt"]);
    await Promise.resolve();
  });
  change(["a.txt", "b.txt"]);
  const { signal } = new AbortController();
  expect(await indexer.read(view, signal)).toBe(1);
  expect([[...work.waiting], [...contents.paths.keys()]]).toEqual([["b.txt"], ["a.txt"]]);
  expect(await indexer.read(view, signal)).toBe(1);
  expect(contents.index.totals.contents).toBe(2);
});
