import fc from "fast-check";
import { expect, test } from "vitest";
import { languageOf } from "../../languages/language-of.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { extractSymbols } from "../../syntax/extract/extract-symbols.ts";
import type { Chunk } from "./chunk.ts";
import { chunkText } from "./chunk-text.ts";

async function symbolsOf(file: string, text: string): Promise<readonly CodeSymbol[]> {
  const language = languageOf(file);
  const found = language === undefined ? undefined : await extractSymbols(language, { file, text });
  return found?.symbols ?? [];
}

/** Chunks are whole lines in their order, and only blank lines are in none. */
function expectCover(text: string, chunks: readonly Chunk[]): void {
  let at = 0;
  for (const { start, end, startLine, endLine } of chunks) {
    expect(text.slice(at, start).trim()).toBe("");
    expect(start).toBeLessThan(end);
    expect(startLine).toBe(linesBefore(text, start));
    expect(endLine).toBe(linesBefore(text, end));
    expect(start === 0 || text[start - 1] === "\n").toBe(true);
    expect(end === text.length || text[end - 1] === "\n").toBe(true);
    at = end;
  }
  expect(text.slice(at).trim()).toBe("");
}

function linesBefore(text: string, offset: number): number {
  const breaks = text.slice(0, offset).split("\n").length - 1;
  // The last line may have no break behind it.
  return offset === text.length && !text.endsWith("\n") ? breaks + 1 : breaks;
}

function textsOf(text: string, chunks: readonly Chunk[]): readonly string[] {
  return chunks.map(({ start, end }) => text.slice(start, end));
}

const body = (lines: number): string =>
  Array.from({ length: lines }, (_, at) => `  const value${at} = compute(${at});\n`).join("");

test("A declaration stands in a chunk of its own, with its comment", async () => {
  const text = `import { compute } from "./compute.ts";\n\n/** Adds up. */\nfunction first() {\n${body(12)}}\n\nfunction second() {\n${body(12)}}\n`;
  const symbols = await symbolsOf("a.ts", text);
  const chunks = chunkText(text, symbols);
  expectCover(text, chunks);
  expect(chunks.map(({ symbol }) => (symbol === undefined ? undefined : symbols[symbol]?.name))).toEqual([
    "first",
    "second",
  ]);
  expect(textsOf(text, chunks)[0]).toContain("/** Adds up. */");
  expect(textsOf(text, chunks)[0]).not.toContain("function second");
});

test("Small declarations stand together", async () => {
  const text = Array.from({ length: 6 }, (_, at) => `export const name${at} = ${at};\n`).join("");
  const chunks = chunkText(text, await symbolsOf("a.ts", text));
  expect(chunks).toHaveLength(1);
});

test("A large class is cut by its members", async () => {
  const members = Array.from({ length: 8 }, (_, at) => `  method${at}() {\n${body(10)}  }\n`).join("\n");
  const text = `/** Does it. */\nexport class Large {\n${members}}\n`;
  const symbols = await symbolsOf("a.ts", text);
  const chunks = chunkText(text, symbols);
  expectCover(text, chunks);
  const names = chunks.map(({ symbol }) => (symbol === undefined ? undefined : symbols[symbol]?.name));
  for (let at = 0; at < 8; at += 1) expect(names).toContain(`method${at}`);
});

test("A huge function is cut where a statement begins, and its parts stay its own", async () => {
  const blocks = Array.from(
    { length: 120 },
    (_, at) => `  if (flag${at}) {\n    run(${at});\n    stop(${at});\n  }\n`,
  ).join("\n");
  const text = `function huge() {\n${blocks}}\n`;
  const symbols = await symbolsOf("a.ts", text);
  const chunks = chunkText(text, symbols);
  expectCover(text, chunks);
  expect(chunks.length).toBeGreaterThan(1);
  for (const { symbol } of chunks) expect(symbols[symbol ?? -1]?.name).toBe("huge");
  for (const part of textsOf(text, chunks).slice(1)) expect(part).toMatch(/^ {2}if \(/);
  for (const part of textsOf(text, chunks)) expect(part.length).toBeLessThanOrEqual(2_000);
});

test("Sections of Markdown are chunks", async () => {
  const paragraph = `${"Some words about it. ".repeat(60)}\n`;
  const text = `# Title\n\n${paragraph}\n## One\n\n${paragraph}\n## Two\n\n${paragraph}`;
  const chunks = chunkText(text, await symbolsOf("a.md", text));
  expectCover(text, chunks);
  expect(textsOf(text, chunks).map((part) => part.split("\n", 1)[0])).toEqual(["# Title", "## One", "## Two"]);
});

test("Plain text is cut at paragraphs", () => {
  const text = Array.from({ length: 30 }, (_, at) => `Paragraph ${at}. ${"Words. ".repeat(20)}\n\n`).join("");
  const chunks = chunkText(text, []);
  expectCover(text, chunks);
  expect(chunks.length).toBeGreaterThan(1);
  for (const part of textsOf(text, chunks)) expect(part).toMatch(/^Paragraph/);
});

test.each([
  ["Nothing", "", 0],
  ["Blank lines", "\n\n", 0],
  ["A line without an end", "one line", 1],
  ["A line", "one line\r\n", 1],
  ["A line longer than a chunk", `${"x".repeat(9_000)}\n`, 1],
])("%s", (_, text, count) => {
  const chunks = chunkText(text, []);
  expect(chunks).toHaveLength(count);
  expectCover(text, chunks);
});

test("Line ends of Windows make no difference to the lines", async () => {
  const text = `/** Adds up. */\nfunction first() {\n${body(12)}}\n\nfunction second() {\n${body(12)}}\n`;
  const lines = (chunks: readonly Chunk[]): unknown => chunks.map(({ startLine, endLine }) => [startLine, endLine]);
  const windows = text.replaceAll("\n", "\r\n");
  const ours = chunkText(windows, await symbolsOf("a.ts", windows));
  expectCover(windows, ours);
  expect(lines(ours)).toEqual(lines(chunkText(text, await symbolsOf("a.ts", text))));
});

test("Whatever the symbols say, every line is in one chunk", () => {
  const line = fc.oneof(
    fc.constant(""),
    fc.string({ maxLength: 200 }).map((each) => each.replaceAll(/[\r\n]/g, "")),
  );
  const spans = fc.array(fc.tuple(fc.nat(60), fc.nat(30), fc.boolean()), { maxLength: 20 });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), spans, (lines, declared) => {
      const text = lines.join("\n");
      const offset = (at: number): number => lines.slice(0, at).reduce((sum, each) => sum + each.length + 1, 0);
      const symbols = declared.map(([start, length, hasDoc]): CodeSymbol => {
        const doc = hasDoc && start > 0 ? { start: offset(start - 1), end: offset(start) } : undefined;
        return {
          ...bare,
          startLine: start,
          line: start,
          endLine: start + length,
          docSpan: doc,
          span: { start: offset(start), end: offset(start + length) },
        };
      });
      expectCover(text, chunkText(text, symbols));
    }),
  );
});

const bare: CodeSymbol = {
  name: "x",
  kind: "function",
  path: "x",
  overload: undefined,
  parent: undefined,
  span: { start: 0, end: 0 },
  nameSpan: { start: 0, end: 0 },
  bodySpan: undefined,
  docSpan: undefined,
  line: 0,
  startLine: 0,
  endLine: 0,
  signature: "x()",
  doc: undefined,
  exported: false,
  test: false,
};
