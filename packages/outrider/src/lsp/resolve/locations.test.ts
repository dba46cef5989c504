import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { openSymbolsKit } from "../../../test/support/symbols-kit.ts";
import { makeTempPlace } from "../../../test/support/temp-project.ts";
import { insideProject, locationsOf, realPathOf } from "./locations.ts";
import { namedAt, positionAt, readSource } from "./symbol-at.ts";

const range = (line: number, from: number, to: number) => ({
  start: { line, character: from },
  end: { line, character: to },
});

describe("places of an answer", () => {
  test("one, several and none, as locations and as links", async () => {
    const { root } = makeTempPlace({ "a b.ts": "x\n" });
    const path = await realPathOf(join(root, "a b.ts"));
    const uri = pathToFileURL(join(root, "a b.ts")).href;
    const link = { targetUri: uri, targetRange: range(0, 0, 9), targetSelectionRange: range(0, 4, 5) };
    expect(await locationsOf(null)).toEqual({ locations: [], dropped: 0, elsewhere: 0 });
    expect((await locationsOf({ uri, range: range(1, 2, 3) })).locations).toEqual([{ path, range: range(1, 2, 3) }]);
    expect((await locationsOf([link, { uri, range: range(0, 4, 5) }])).locations).toEqual([
      { path, range: range(0, 4, 5) },
    ]);
  });

  test("what is no place is dropped and counted", async () => {
    const uri = pathToFileURL(join(import.meta.dirname, "x.ts")).href;
    const wrong = [7, null, {}, { uri }, { uri, range: range(-1, 0, 1) }, { uri, range: range(0, 3, 1) }];
    const odd = [{ uri, range: { start: { line: 0.5, character: 0 }, end: { line: 1, character: 0 } } }];
    const foreign = [{ uri: "jdt://x/y.class", range: range(0, 0, 1) }];
    expect(await locationsOf([...wrong, ...odd, ...foreign])).toEqual({ locations: [], dropped: 7, elsewhere: 1 });
    expect(await locationsOf("garbage")).toEqual({ locations: [], dropped: 1, elsewhere: 0 });
  });

  test.skipIf(process.platform === "win32")("a link and its target are one place", async () => {
    const { root, outside } = makeTempPlace({ "real/a.ts": "x\n" });
    symlinkSync(join(root, "real"), join(outside, "link"));
    const uris = [join(root, "real/a.ts"), join(outside, "link/a.ts")].map((path) => pathToFileURL(path).href);
    const { locations } = await locationsOf(uris.map((uri) => ({ uri, range: range(0, 0, 1) })));
    expect(locations.map((location) => insideProject({ root }, location))).toEqual(["real/a.ts"]);
    expect(insideProject({ root }, { path: `${root}-beside/a.ts` })).toBeUndefined();
  });
});

test("a position of a name leads back to its symbol, with CRLF and characters of two units before it", async () => {
  const text = "// 😀\r\nconst a = '😀'; export function größe() {}\r\nclass B {\r\n  get() {}\r\n}\r\n";
  const { project, symbols } = await openSymbolsKit({ "a.ts": text });
  const { signal } = new AbortController();
  const located = await project.files.locate("a.ts", "read");
  const all = (await symbols.ofFile(located, { signal }))?.symbols ?? [];
  expect(all.map(({ path }) => path)).toEqual(["a", "größe", "B", "B/get"]);
  const source = await readSource({ project, symbols }, "a.ts", signal);
  if (source === undefined) throw new Error("a.ts is there");
  for (const symbol of all) {
    expect(namedAt(source, positionAt(source, symbol.nameSpan.start))?.path).toBe(symbol.path);
  }
  expect(namedAt(source, { line: 99, character: 0 })).toBeUndefined();
  expect(await readSource({ project, symbols }, "none.ts", signal)).toBeUndefined();
});
