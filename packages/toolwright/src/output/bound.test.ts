import * as fc from "fast-check";
import { expect, test } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { minBudgetTokens } from "../tool/check-definition.ts";
import { ToolError } from "../tool/tool-error.ts";
import { boundText, type BoundOptions } from "./bound.ts";
import type { SpillStore } from "./spill-contract.ts";
import { countLines, utf8Length } from "./text-lines.ts";
import { countTokens } from "./tokens.ts";
import { proofSize } from "../../test/proof-size.ts";

const handle = "@out_abcdefghijklmnop";

function keepInMemory(): { store: SpillStore; texts: string[] } {
  const texts: string[] = [];
  const store: SpillStore = {
    write: async (text) => {
      texts.push(text);
      return { handle, bytes: utf8Length(text), lines: countLines(text), expiresAt: 0 };
    },
    read: () => Promise.reject(new Error("not read here")),
    close: async () => undefined,
  };
  return { store, texts };
}

const withStore = (store: SpillStore | undefined, options: Partial<BoundOptions> = {}): BoundOptions => ({
  budgetTokens: 400,
  previewTokens: 200,
  readOn: (at) => ({ tool: "read_output", input: { ...at } }),
  tool: "grep",
  callId: "c1",
  principal: "tester",
  ...options,
  store,
});

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => `src/file-${index}.ts:${index}: match\n`).join("");

verifies("output:bound-whole", "a text of exactly the budget needs no store", async () => {
  const text = "word ".repeat(399);
  expect(await countTokens(text)).toBe(400);
  expect(await boundText(text, withStore(undefined))).toEqual({ text });
  expect(await boundText("", withStore(undefined))).toEqual({ text: "" });
});

verifies("output:bound-notice", "head, notice with the exact rest, tail", async () => {
  const { store, texts } = keepInMemory();
  const text = rows(1000);
  const bounded = await boundText(text, withStore(store, { previewTokens: 70 }));
  expect(texts).toEqual([text]);
  expect(bounded.spill).toEqual({
    handle,
    bytes: 26_780,
    lines: 1000,
    expiresAt: 0,
    shownLines: 6,
    next: { offset: 5 },
    readOn: { tool: "read_output", input: { handle: "@out_abcdefghijklmnop", offset: 5 } },
  });
  expect(bounded.text).toMatchInlineSnapshot(`
    "src/file-0.ts:0: match
    src/file-1.ts:1: match
    src/file-2.ts:2: match
    src/file-3.ts:3: match
    src/file-4.ts:4: match
    [994 of 1000 lines (26638 of 26780 bytes) left out here. Read on: read_output {"handle":"@out_abcdefghijklmnop","offset":5}]
    src/file-999.ts:999: match
    "
  `);
});

verifies("output:bound-notice", "what is shown and what the notice leaves out make up the whole", async () => {
  const line = fc.string({ unit: fc.constantFrom("word ", "x", "é", "字", "😀", "  ", "\r", "{}"), maxLength: 60 });
  const text = fc.array(line, { minLength: 120, maxLength: 200 }).map((lines) => lines.join("\n"));
  await fc.assert(
    fc.asyncProperty(text, fc.nat(600), async (value, previewTokens) => {
      const bounded = await boundText(value, withStore(keepInMemory().store, { previewTokens }));
      if (bounded.spill === undefined) return;
      const notice = /^\[.*?(\d+) of \d+ lines \((\d+) of \d+ bytes\).*"offset":(\d+)(?:,"column":(\d+))?.*\]$/m;
      const [whole = "", lines, bytes, offset, column] = notice.exec(bounded.text) ?? [];
      const [above = "", tail = ""] = bounded.text.split(`${whole}\n`);
      const head = column === undefined ? above : above.slice(0, -1);
      const headLines = column === undefined ? countLines(head) : 0;
      expect(value.startsWith(head) && value.endsWith(tail)).toBe(true);
      expect(headLines).toBe(Number(offset));
      if (column !== undefined) expect(utf8Length(head)).toBe(Number(column));
      expect(utf8Length(head) + utf8Length(tail) + Number(bytes)).toBe(utf8Length(value));
      expect(headLines + countLines(tail) + Number(lines)).toBe(countLines(value));
      expect(bounded.spill.shownLines).toBe(headLines + countLines(tail));
      expect(await countTokens(bounded.text)).toBeLessThanOrEqual(400);
    }),
    { numRuns: proofSize(60, 15) },
  );
});

verifies("output:bound-fits", "whatever the text, what is shown fits", async () => {
  const texts = [
    rows(5000),
    "x".repeat(300_000),
    "é\n".repeat(50_000),
    "\n".repeat(300_000),
    "😀".repeat(20_000),
    " ".repeat(300_000),
  ];
  for (const text of texts) {
    for (const [budgetTokens, previewTokens] of [
      [minBudgetTokens, 0],
      [200, 200],
      [1000, 5000],
    ] as const) {
      const bounded = await boundText(text, withStore(keepInMemory().store, { budgetTokens, previewTokens }));
      expect(bounded.spill?.handle).toBe(handle);
      expect(await countTokens(bounded.text)).toBeLessThanOrEqual(budgetTokens);
    }
  }
});

verifies("output:bound-fits", "the longest notice fits the smallest budget", async () => {
  const { store } = keepInMemory();
  const most = Number.MAX_SAFE_INTEGER;
  const write = async () => ({ handle, bytes: most, lines: most, expiresAt: 0 });
  const readWith = "read_zq7_xk9_vw3_jq8_stored_output_x5_z8";
  const bounded = await boundText(
    rows(900),
    withStore(
      { ...store, write },
      { budgetTokens: minBudgetTokens, readOn: (at) => ({ tool: readWith, input: { ...at } }) },
    ),
  );
  expect(await countTokens(bounded.text)).toBeLessThanOrEqual(minBudgetTokens);
});

verifies(
  "output:bound-long-line",
  "a minified file is cut between characters, and the call goes on at that byte",
  async () => {
    const text = `${"😀 = {a:1};".repeat(9000)}\nlast line\n`;
    const { text: shown, spill } = await boundText(text, withStore(keepInMemory().store));
    const [head = "", notice = "", last] = shown.split("\n");
    const column = utf8Length(head);
    expect(text.startsWith(head)).toBe(true);
    expect(column).toBeGreaterThan(200);
    expect(notice).toContain(
      `The line above is cut after ${column} bytes. 1 of 2 lines (${117_001 - column} of 117011 bytes)`,
    );
    expect(notice).toContain(`read_output {"handle":"${handle}","offset":0,"column":${column}}`);
    expect(last).toBe("last line");
    expect(spill?.shownLines).toBe(1);
  },
);

test("a long line after short ones is left out whole", async () => {
  const { text } = await boundText(`one\ntwo\n${"x".repeat(9000)}`, withStore(keepInMemory().store));
  expect(text).toMatch(/^one\ntwo\n\[1 of 3 lines \(9000 of 9008 bytes\) left out here\. .*"offset":2\}\]\n$/);
});

test("the whole count is told up to four times the budget", async () => {
  const at = async (words: number) => boundText("word ".repeat(words), withStore(keepInMemory().store));
  expect((await at(1599)).spill?.tokens).toBe(1600);
  expect((await at(1600)).spill).not.toHaveProperty("tokens");
});

function fail(error: Error): never {
  throw error;
}

verifies("output:bound-never-silent", "without a store, or with one that fails, the answer is an error", async () => {
  const failing = (error: Error) => withStore({ ...keepInMemory().store, write: async () => fail(error) });
  const full = new ToolError("spill_failed", "The disk is full.");
  const cases = [
    [withStore(undefined), false, "and there is no store to keep it in. Narrow the request"],
    [failing(full), true, "and it could not be stored. The disk is full. Narrow the request"],
    [failing(new Error("secret path")), true, "and it could not be stored. The store failed. Narrow the request"],
  ] as const;
  for (const [options, retryable, words] of cases) {
    const error: unknown = await boundText(rows(900), options).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "spill_failed", retryable });
    expect(String(error)).toContain("The answer of grep is longer than its budget of 400 tokens");
    expect(String(error)).toContain(words);
  }
});

test("a budget too small for the notice is the host's fault", async () => {
  await expect(boundText("x", withStore(undefined, { budgetTokens: 127 }))).rejects.toThrow(RangeError);
  await expect(boundText("x", withStore(undefined, { previewTokens: -1 }))).rejects.toThrow("`previewTokens`");
});
