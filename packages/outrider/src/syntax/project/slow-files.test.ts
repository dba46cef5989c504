import { expect, test, vi } from "vitest";
import { openSearchKit } from "../../../test/support/search-kit.ts";
import { openSymbolsKit } from "../../../test/support/symbols-kit.ts";
import type { ProjectSymbols } from "../project-symbols.ts";

const { signal } = new AbortController();
const files = { "a.ts": "export function zebra(): void {}\n" };
/** At first no text is parsed in time. */
const slow = { first: 0, more: 10 };
const never = { first: 0, more: 0 };
const spent = { first: 4, more: 4, budgetMs: 1 };
const soon = { timeout: 60_000, interval: 50 };

async function namesIn(symbols: ProjectSymbols): Promise<readonly string[]> {
  const view = await symbols.view({ signal });
  expect(view.completeness).toEqual({ state: "complete" });
  return view.search({ name: "zebra" }).map(({ file }) => file);
}

test("a file that needs longer than the first limit is complete on a later question", async () => {
  const { symbols } = await openSymbolsKit(files, slow);
  const view = await symbols.view({ signal });
  expect(view.completeness).toEqual({ state: "complete" });
  // Its words are known at once, its symbols without anybody doing anything.
  expect(await symbols.filesNaming(["zebra"], { signal })).toEqual(["a.ts"]);
  await vi.waitFor(async () => expect(await namesIn(symbols)).toEqual(["a.ts"]), soon);
  expect(symbols.status()).toMatchObject({ state: "ready", notes: [] });
});

test("one that never parses ends in a state that says so and stays", async () => {
  const kit = await openSymbolsKit(files, never);
  const parsed: unknown[] = [];
  kit.symbols.onChanges((changes) => parsed.push(...(changes.parsed ?? [])));
  const notes = [{ note: "took too long", files: 1, examples: ["a.ts"] }];
  for (let round = 0; round < 3; round += 1) {
    expect(await namesIn(kit.symbols)).toEqual([]);
    expect(kit.symbols.status()).toMatchObject({ state: "ready", done: 1, total: 1, notes });
  }
  expect(await kit.symbols.filesNaming(["zebra"], { signal })).toEqual(["a.ts"]);
  expect(parsed).toEqual([]);
});

test("the text of a slow file is found at once, and its declaration when it was parsed", async () => {
  const kit = await openSearchKit(files, { limits: slow });
  const ask = () => kit.search.search("zebra", { signal, limit: 5, waitMs: 180_000 });
  const { hits, coverage } = await ask();
  expect(hits.map(({ path }) => path)).toEqual(["a.ts"]);
  expect(coverage).toMatchObject({ done: 1, total: 1 });
  await vi.waitFor(async () => {
    const [hit] = (await ask()).hits;
    expect([hit?.symbol?.name, hit?.language]).toEqual(["zebra", "typescript"]);
  }, soon);
  expect(await kit.search.status({ signal })).toMatchObject({
    state: "ready",
    files: 1,
    contents: 1,
    done: 1,
    total: 1,
  });
});

test("a search does not wait for ever for a file that never parses", async () => {
  const kit = await openSearchKit(files, { limits: never });
  for (let round = 0; round < 2; round += 1) {
    expect(await kit.find("zebra", { language: "typescript" })).toEqual(["a.ts:1"]);
    expect(await kit.search.status({ signal })).toMatchObject({ state: "ready", done: 1, total: 1, notes: [] });
  }
});

/** Each opening bracket may begin type arguments or be a comparison, and nothing ends: twenty times as slow as ordinary code. */
const hostile = "a<b>?.c { $0 <d, e>( f ? g : h\n".repeat(1_000);

test("when slow files have used up their time, the others are texts, and ordinary files are parsed", async () => {
  const hard = { "a.swift": hostile, "b.swift": `${hostile}var lion = 1\n`, "c.swift": hostile };
  const kit = await openSymbolsKit({ ...hard, ...files, "d.swift": "func tiger() {}\n" }, spent);
  const parsed: unknown[] = [];
  kit.symbols.onChanges((changes) => parsed.push(...(changes.parsed ?? [])));
  const view = await kit.symbols.view({ signal, waitMs: 180_000 });
  expect(view.completeness).toEqual({ state: "complete" });
  expect(view.search({ name: "tiger" }).map(({ file }) => file)).toEqual(["d.swift"]);
  expect(await namesIn(kit.symbols)).toEqual(["a.ts"]);
  // The first one that was read has used up the time.
  const { notes, slow: said } = kit.symbols.status();
  expect(notes.find(({ note }) => note === "took too long")).toMatchObject({ files: 2 });
  expect(said).toContain("slow files have used up their time");
  expect(await kit.symbols.filesNaming(["lion"], { signal })).toEqual(["b.swift"]);
  expect(parsed).toEqual([]);
});

test("a file that is asked for by name and cannot be parsed in time is not tried again", async () => {
  // A text of its own: a thread keeps the tree of one that another test gave it more time for.
  const text = `${hostile}// asked for by name\n`;
  const { symbols, project } = await openSymbolsKit({ "a.swift": text }, { ...spent, budgetMs: 0 });
  const file = await project.files.locate("a.swift", "read");
  const first = await symbols.ofFile(file, { signal });
  expect(first).toMatchObject({ note: "took too long", symbols: [] });
  const before = process.cpuUsage();
  for (let round = 0; round < 20; round += 1) expect(await symbols.ofFile(file, { signal })).toEqual(first);
  const { user } = process.cpuUsage(before);
  // Each attempt would take the limit of ordinary code, half a second.
  expect(user / 1e6).toBeLessThan(2);
});
