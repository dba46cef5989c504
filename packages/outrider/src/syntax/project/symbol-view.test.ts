import { expect, test } from "vitest";
import type { CodeSymbol } from "../code-symbol.ts";
import { encodeRecord } from "../table/file-record.ts";
import { collectWords } from "../workers/collect-words.ts";
import { createSymbolEntries, type SymbolEntries } from "./symbol-entries.ts";
import { createSymbolView } from "./symbol-view.ts";

const { signal } = new AbortController();

test("what others use matters more, and a file's own words do not count as uses", async () => {
  const entries = entriesOf({
    "core.ts": [["readTable"], "readTable readTable"],
    "a.ts": [["runFirst"], "runFirst readTable"],
    "b.ts": [["runSecond"], "runSecond readTable"],
  });
  const { files, usesOf } = await createSymbolView(entries, { state: "complete" }).importance({ signal });
  expect([...files].toSorted(([, a], [, b]) => b - a)[0]?.[0]).toBe("core.ts");
  expect([...files.values()].reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
  expect([usesOf("readTable"), usesOf("runFirst"), usesOf("unheardOf")]).toEqual([2, 0, 0]);
});

test("a name that a thousand files declare counts its uses by the others only, and soon", async () => {
  const many = Array.from({ length: 1_000 }, (_, at): [string, Source] => [`f${at}.ts`, [["main"], "main"]]);
  const entries = entriesOf({ ...Object.fromEntries(many), "other.ts": [["start"], "start main"] });
  const { usesOf } = await createSymbolView(entries, { state: "complete" }).importance({ signal });
  expect(usesOf("main")).toBe(1);
});

test("a ranking gives others their turn, survives a caller that leaves and ends with the table", async () => {
  const text = Array.from({ length: 300 }, (_, at) => `name_${at}`);
  const entries = entriesOf(Object.fromEntries(text.map((name) => [`${name}.ts`, [[name], text.join(" ")]])));
  const table = new AbortController();
  const view = createSymbolView(entries, { state: "complete" }, table.signal);
  const leaving = new AbortController();
  const left = view.importance({ signal: leaving.signal });
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  expect((await view.importance({ signal })).files.size).toBe(300);

  entries.delete("name_0.ts");
  const ended = view.importance({ signal });
  table.abort(new Error("closed"));
  await expect(ended).rejects.toThrow("closed");
});

type Source = readonly [names: readonly string[], text: string];

function entriesOf(files: Readonly<Record<string, Source>>): SymbolEntries {
  const entries = createSymbolEntries();
  for (const [path, [names, text]] of Object.entries(files)) {
    const bytes = encodeRecord({
      language: "typescript",
      broken: false,
      symbols: names.map(functionNamed),
      words: collectWords(text),
    });
    entries.set(path, { stamp: { size: 1, mtimeMs: 1, ctimeMs: 1, ino: 1 }, hash: path, bytes });
  }
  return entries;
}

function functionNamed(name: string): CodeSymbol {
  const span = { start: 0, end: name.length };
  return {
    name,
    kind: "function",
    path: name,
    overload: undefined,
    parent: undefined,
    span,
    nameSpan: span,
    bodySpan: undefined,
    docSpan: undefined,
    line: 1,
    startLine: 1,
    endLine: 1,
    signature: name,
    doc: undefined,
    exported: true,
    test: false,
  };
}
