import { expect, test } from "vitest";
import type { ChangeListener, DiskChanges } from "../../indexing/change-feed.ts";
import type { FileStamp } from "../../workspace/freshness/file-table.ts";
import type { Occurrences } from "../references/occurrence.ts";
import { createKeptReads } from "./kept-reads.ts";

const { signal } = new AbortController();
const changes: DiskChanges = { added: [], changed: [], removed: [] };

test("the same search reads no file twice, another one reads its own", async () => {
  const { kept, ask } = openKept();
  expect(await ask(["a.ts", "b.ts"], ["close"], true)).toEqual(["a.ts", "b.ts"]);
  expect(await ask(["a.ts", "b.ts", "c.ts"], ["close"], true)).toEqual(["c.ts"]);
  expect(await ask(["a.ts"], ["open"], true)).toEqual(["a.ts"]);
  const again = await kept.read(["c.ts", "a.ts"], ["close"], { signal, keep: true });
  expect(again.map(({ file }) => file)).toEqual(["c.ts", "a.ts"]);
});

test("a file that cannot be parsed is not tried again either", async () => {
  const { ask } = openKept();
  expect(await ask(["bad.ts"], ["close"], true)).toEqual(["bad.ts"]);
  expect(await ask(["bad.ts"], ["close"], true)).toEqual([]);
});

test("any change of a file ends what is kept, also while files are read", async () => {
  const { ask, tell } = openKept();
  await ask(["a.ts"], ["close"], true);
  tell({ ...changes, parsed: ["a.ts"] });
  expect(await ask(["a.ts"], ["close"], true)).toEqual([]);
  tell({ ...changes, changed: ["b.ts"] });
  expect(await ask(["a.ts"], ["close"], true)).toEqual(["a.ts"]);
  await ask(["changing.ts"], ["close"], true);
  expect(await ask(["changing.ts"], ["close"], true)).toEqual(["changing.ts"]);
});

test("without the wish nothing is kept", async () => {
  const { ask } = openKept();
  await ask(["a.ts"], ["close"], undefined);
  expect(await ask(["a.ts"], ["close"], true)).toEqual(["a.ts"]);
});

test("of searches that are whole the newest stay, a few hundred files of them", async () => {
  const { ask } = openKept();
  const some = Array.from({ length: 250 }, (_, index) => `${index}.ts`);
  for (const name of ["one", "two"]) {
    await ask(some, [name], true);
    await ask([], [name], false);
  }
  expect(await ask(some, ["two"], true)).toEqual([]);
  await ask([], ["two"], false);
  expect(await ask(some, ["one"], true)).toEqual(some);
  // One that is larger than that is let go of.
  const many = Array.from({ length: 500 }, (_, index) => `${index}.ts`);
  await ask(many, ["many"], true);
  await ask([], ["many"], false);
  expect(await ask(many, ["many"], true)).toEqual(many);
});

test("a file whose stamp is another one, or, once the search is whole, that was written just before it was read, is read again", async () => {
  const { ask, stamps } = openKept();
  await ask(["a.ts", "b.ts"], ["close"], true);
  stamps.set("a.ts", { ...old, mtimeMs: 1 });
  expect(await ask(["a.ts", "b.ts"], ["close"], true)).toEqual(["a.ts"]);
  expect(await ask(["a.ts", "b.ts"], ["close"], true)).toEqual([]);
  stamps.set("b.ts", { ...old, ctimeMs: readAt - 1_000 });
  expect(await ask(["b.ts"], ["close"], true)).toEqual(["b.ts"]);
  expect(await ask(["b.ts"], ["close"], true)).toEqual([]);
  await ask([], ["close"], false);
  expect(await ask(["b.ts"], ["close"], true)).toEqual(["b.ts"]);
  stamps.set("a.ts", undefined);
  expect(await ask(["a.ts"], ["close"], true)).toEqual(["a.ts"]);
});

test("the oldest searches are forgotten first", async () => {
  const { ask } = openKept();
  const many = Array.from({ length: 1_200 }, (_, index) => `${index}.ts`);
  await ask(many, ["one"], true);
  await ask(many, ["two"], true);
  expect(await ask(many, ["two"], true)).toEqual([]);
  expect(await ask(many, ["one"], true)).toEqual(many);
});

const readAt = 1_000_000;
const old: FileStamp = { size: 1, mtimeMs: 0, ctimeMs: 0, ino: 1 };

function openKept() {
  const stamps = new Map<string, FileStamp | undefined>();
  const listeners: ChangeListener[] = [];
  const tell = (found: DiskChanges): void => listeners.forEach((listener) => listener(found));
  let last: readonly string[] = [];
  const onChanges = (listener: ChangeListener): (() => void) => {
    listeners.push(listener);
    return () => {};
  };
  const read = async (files: readonly string[]): Promise<readonly Occurrences[]> => {
    last = files;
    if (files.includes("changing.ts")) tell({ ...changes, changed: ["changing.ts"] });
    return files.filter((file) => file !== "bad.ts").map(fileOf);
  };
  const stampOf = (file: string): FileStamp | undefined => (stamps.has(file) ? stamps.get(file) : old);
  const kept = createKeptReads({ onChanges }, { read, stampOf, now: () => readAt });
  return {
    kept,
    stamps,
    tell,
    /** Returns what had to be read. */
    async ask(files: readonly string[], names: readonly string[], keep: boolean | undefined) {
      last = [];
      await kept.read(files, names, { signal, ...(keep === undefined ? {} : { keep }) });
      return last;
    },
  };
}

function fileOf(file: string): Occurrences {
  return { file, language: "typescript", occurrences: [], imports: [], symbols: [] };
}
