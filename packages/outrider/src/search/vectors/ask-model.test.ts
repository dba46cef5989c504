import { expect, test } from "vitest";
import type { Embedder } from "../embedders/embedder.ts";
import { TrackedStore } from "../stores/tracked-store.ts";
import type { ContentKey, VectorStore } from "../stores/vector-store.ts";
import { askModel } from "./ask-model.ts";

const { signal } = new AbortController();
const one = new Float32Array([1, 0]);
const chunksOf = (contents: Iterable<ContentKey>) =>
  Array.from(contents, (content) => ({ content, chunk: 0, score: 1 }));

const embedder: Embedder = {
  id: "tiny",
  dimensions: 2,
  batchSize: 1,
  remote: false,
  embedTexts: async (texts) => texts.map(() => one),
  embedQuery: async () => one,
  close: async () => {},
};

/** A store that has room for some contents and not for the others. */
function openStore(room: ReadonlySet<ContentKey>): VectorStore {
  const there = new Set<ContentKey>();
  return {
    follow: async ({ added }) => added.filter((content) => !there.has(content)),
    async put(contents) {
      if (!contents.every(({ content }) => room.has(content))) throw new Error("There is no room.");
      for (const { content } of contents) there.add(content);
    },
    nearest: async () => chunksOf(there),
    status: () => ({ contents: there.size, vectors: there.size, place: "here" }),
    clear: async () => {},
    dropOthers: async () => {},
    close: async () => {},
  };
}

test("a store that does not take something answers with what it has, and the answer says why", async () => {
  const names = Array.from({ length: 99 }, (_, at) => `content ${at}`);
  const store = new TrackedStore(openStore(new Set(names)));
  await store.put(
    names.map((content) => ({ content, vectors: one })),
    { signal },
  );
  await store.follow({ added: names, removed: [] }, { signal });
  await expect(store.put([{ content: "late", vectors: one }], { signal })).rejects.toThrow("no room");
  await expect(store.follow({ added: ["late"], removed: [] }, { signal })).rejects.toThrow("no room");
  for (let asked = 0; asked < 2; asked += 1) {
    expect(await askModel({ embedder, store }, "anything", [], signal)).toEqual({
      chunks: chunksOf(names),
      why: "There is no room.; by words alone: 1 of 100 files, which have no vectors",
    });
  }
});
