import { renderOutcome } from "toolwright";
import { harness } from "toolwright/testing";
import { expect, onTestFinished, test } from "vitest";
import { lentThreads } from "../../test/support/lent-thread.ts";
import { openTestWorkspace, testCaller } from "../../test/support/test-workspace.ts";
import { createLibraryFinder } from "../libraries/create-library-finder.ts";
import { openSymbolTables } from "../syntax/project/open-symbol-tables.ts";
import type { ProjectSymbols } from "../syntax/project-symbols.ts";
import { format as formatCalls } from "./call_graph/format.ts";
import { describeIncomplete, partialOf, saysIncomplete } from "./describe-incomplete.ts";
import { format as formatReferences } from "./references/format.ts";
import { format as formatHits } from "./semantic_search/format.ts";
import symbolsTool from "./symbols/index.ts";

const begins = /^Incomplete: 1 of 3 files are read\. [^\n]*Ask again/;
const partial = { done: 1, total: 3 };

test("how many files are read is told once some are missing, and recognized again", () => {
  const [sentence = ""] = describeIncomplete(partial);
  expect(sentence).toMatch(begins);
  expect(saysIncomplete(sentence)).toBe(true);
  expect(describeIncomplete({ done: 0, total: 2 }, "kettle: ")[0]).toMatch(
    /^Incomplete: kettle: 0 of 2 files are read\./,
  );
  expect([describeIncomplete(undefined), describeIncomplete({ done: 3, total: 3 })]).toEqual([[], []]);
  expect([partialOf(undefined), partialOf({ state: "complete" })]).toEqual([{}, {}]);
});

test("an answer by meaning begins with it, and shows no scores", () => {
  const hits = [{ file: "src/a.ts", lines: "1-3", score: 0.91, signature: "f()" }];
  const note = "by words alone: no model";
  const early = formatHits({ hits, total: 1, partial: [note, ...describeIncomplete(partial)] });
  expect(early).toMatch(begins);
  expect(early.split("\n").slice(1)).toEqual(["src/a.ts:1-3 f()", `[${note}]`]);
  expect(formatHits({ hits, total: 1, partial: [note] })).toBe(`src/a.ts:1-3 0.91 f()\n[${note}]`);
});

test("references and calls begin with it", () => {
  const known = {
    symbol: "f",
    declared: "a.ts:1",
    completeness: "syntactic",
    unread: [],
    broken: [],
    partial,
  } as const;
  const none = { count: 0, examples: [] };
  const places = { total: 0, likely: 0, in_files: 0, outside: 0, files_with_word: 1, other_places: 0, same_name: none };
  const lists = {
    also_declared: [],
    related: [],
    unconfirmed: [],
    ignored: [],
    roles: {},
    left_out: [],
    files: [],
    unread: [],
    broken: [],
  };
  expect(formatReferences({ ...known, ...places, ...lists })).toMatch(begins);
  expect(formatCalls({ ...known, other_uses: 0, overrides: [], unread: [], broken: [], graphs: [] })).toMatch(begins);
});

test("names that only some of the files could be asked about begin with it", async () => {
  const { workspace } = openTestWorkspace({ "a.ts": "export function boil() {}\n", "b.ts": "boil();\n" });
  const session = workspace.session(testCaller);
  const tables = openSymbolTables(lentThreads);
  onTestFinished(() => tables.close());
  const whole = tables.symbolsOf(await session.project());
  const completeness = { state: "partial", ...partial } as const;
  // The real thing, except that one of three files is said to be read in time.
  const half: ProjectSymbols = {
    ...whole,
    view: async (options) => ({ ...(await whole.view(options)), completeness }),
    filesWithin: async (texts, options) => ({ ...(await whole.filesWithin(texts, options)), completeness }),
  };
  const libraries = createLibraryFinder({ addRoot: workspace.addLibraryRoot });
  const services = () => ({ workspace: session, libraries, symbolsOf: () => half });
  const kit = harness([symbolsTool], { services, realTime: true });
  onTestFinished(() => kit.close());
  const say = async (input: object): Promise<string> => renderOutcome(await kit.call("symbols", input));
  expect(await say({ name: "boil" })).toMatch(/^Incomplete: 1 of 3 files are read\.[^\n]*\na\.ts\n/);
  expect(await say({ name: "kettle" })).toMatch(/^Incomplete: [^\n]*\nNo symbol fits "kettle"/);
  expect(await say({ name: "boil", path: "a.ts" })).toMatch(/^a\.ts\n/);
});
