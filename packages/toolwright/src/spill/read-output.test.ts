import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { boundText, type SpillPosition } from "../output/bound.ts";
import type { SpillRange } from "../output/spill-contract.ts";
import { countTokens } from "../output/tokens.ts";
import type { NextCall } from "../tool/tool-error.ts";
import { formatSpillPage, handleReadOutput, readOutputInput, type ReadOutputInput } from "./read-output.ts";
import { openSpillStore } from "./spill-store.ts";

async function openStore() {
  const directory = await mkdtemp(join(tmpdir(), "toolwright-spill-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  return openSpillStore({ directory });
}

const texts = [
  Array.from({ length: 900 }, (_, index) => `src/file-${index}.ts:${index}: const value = compute(${index});\n`).join(
    "",
  ),
  `${'{"key":[1,2,3],"字":"😀"},'.repeat(9000)}\nend`,
  `short\n${"x".repeat(90_000)}\n\n${"é".repeat(9000)}`,
];

verifies(
  "output:read-budget",
  "from the notice on, every page fits the budget and together they are the rest",
  async () => {
    const store = await openStore();
    const budgetTokens = 1500;
    const principal = "tester";
    const own = { read: (handle: string, range?: SpillRange) => store.read(handle, { ...range, principal }) };
    for (const text of texts) {
      const readOn = (at: SpillPosition): NextCall => ({ tool: "read_output", input: { ...at } });
      const options = { budgetTokens, previewTokens: 300, store, readOn, tool: "grep", callId: "c1", principal };
      const { text: shown } = await boundText(text, options);
      const notice = /^\[.*Read on: read_output (\{.*\})\]$/m.exec(shown);
      let next: ReadOutputInput | undefined = readOutputInput.parse(JSON.parse(notice?.[1] ?? ""));
      const { handle, column } = next;
      const above = shown.slice(0, notice?.index);
      let joined = column === undefined ? above : above.slice(0, -1);
      while (next !== undefined) {
        const page = await handleReadOutput(next, own, budgetTokens);
        expect(await countTokens(formatSpillPage(page))).toBeLessThanOrEqual(budgetTokens);
        joined += page.text;
        const { nextOffset: offset, nextColumn } = page;
        next = offset === undefined ? undefined : { handle, offset, column: nextColumn };
      }
      expect(joined === text).toBe(true);
    }
  },
);

verifies("output:read-budget", "the smallest budget still gets on", async () => {
  const store = await openStore();
  const { handle } = await store.write("😀".repeat(500), { tool: "grep", callId: "c1" });
  const page = await handleReadOutput({ handle }, store, 128);
  expect(page.nextColumn).toBeGreaterThan(60);
  expect(await countTokens(formatSpillPage(page))).toBeLessThanOrEqual(128);
});

verifies("output:read-text", "each kind of page says where it stands", () => {
  const page = { text: "a\nb\n", offset: 0, shownLines: 2, totalLines: 2 };
  const shown = [
    page,
    { ...page, totalLines: 9, nextOffset: 2 },
    { ...page, text: "last", offset: 8, shownLines: 1, totalLines: 9 },
    { ...page, text: "xxx", shownLines: 1, nextOffset: 0, nextColumn: 65_536 },
    { ...page, text: "xxx", column: 65_536, shownLines: 1, nextOffset: 0, nextColumn: 131_072 },
    { ...page, text: "xxx\nb\n", column: 131_072 },
    { ...page, text: "", offset: 7, shownLines: 0 },
    { ...page, text: "", shownLines: 0, totalLines: 0 },
  ].map(formatSpillPage);
  expect(shown).toMatchInlineSnapshot(`
    [
      "a
    b
    [Lines 0 to 1 of 2, counted from 0. This is the end.]",
      "a
    b
    [Lines 0 to 1 of 9, counted from 0. Goes on at offset 2.]",
      "last
    [Line 8 of 9, counted from 0. This is the end.]",
      "xxx
    [Line 0 of 2, cut. Goes on at offset 0, column 65536.]",
      "xxx
    [Line 0 from column 65536 of 2, cut. Goes on at offset 0, column 131072.]",
      "xxx
    b
    [Lines 0 from column 131072 to 1 of 2, counted from 0. This is the end.]",
      "[Offset 7 is past the end: the output has 2 lines.]",
      "[The output is empty.]",
    ]
  `);
});

test("the input is strict", () => {
  expect(readOutputInput.safeParse({ handle: "@out_x", line: 1 }).success).toBe(false);
  expect(readOutputInput.safeParse({ handle: "@out_x", limit: 1001 }).success).toBe(false);
  expect(readOutputInput.parse({ handle: "@out_x", offset: 5 })).toEqual({ handle: "@out_x", offset: 5 });
});
