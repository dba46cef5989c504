import fc from "fast-check";
import { expect, test } from "vitest";
import { languageOf } from "../../languages/language-of.ts";
import { extractSymbols } from "../../syntax/extract/extract-symbols.ts";
import { chunkText } from "../chunks/chunk-text.ts";
import { declaredTerm, termOfWord, wholeTerm } from "../text/terms.ts";
import { addCount, countIn, joinCounts, raiseNameLevel, type FileTerms } from "./file-terms.ts";
import { decodeTerms, encodeTerms } from "./encode-terms.ts";
import { readTerms } from "./read-terms.ts";

const text = `import { open } from "node:fs/promises";

/** Keeps cookies between requests. */
export class CookieJar {
  /** Puts one in. */
  addCookie(name: string, value: string): void {
    this.cookies.set(name, value);
  }
}
`;

async function read(onWords?: (chunk: number, words: readonly string[]) => void): Promise<FileTerms> {
  const language = languageOf("a.ts");
  if (language === undefined) throw new Error("TypeScript is gone");
  const symbols = await extractSymbols(language, { file: "a.ts", text });
  if (symbols === undefined) throw new Error("it cannot be parsed");
  const chunks = chunkText(text, symbols.symbols);
  return readTerms({ text, symbols, chunks, note: "generated", ...(onWords === undefined ? {} : { onWords }) });
}

function countOf({ terms, chunks }: FileTerms, term: number): number {
  const at = terms.indexOf(term);
  const places = chunks.map((chunk) => chunk.counts[chunk.at.indexOf(at)] ?? 0);
  return Math.max(...places);
}

test("Terms know their fields, and declarations their kind", async () => {
  const terms = await read();
  expect(countIn(countOf(terms, termOfWord("cookie")), "name")).toBe(3);
  expect(countIn(countOf(terms, termOfWord("requests")), "doc")).toBe(1);
  expect(countIn(countOf(terms, wholeTerm("add_cookie")), "body")).toBe(1);
  expect(countIn(countOf(terms, declaredTerm("CookieJar")), "name")).toBe(3);
  expect(countIn(countOf(terms, declaredTerm("addCookie")), "name")).toBe(2);
  expect(countIn(countOf(terms, declaredTerm("CookieJar/addCookie")), "name")).toBe(2);
  expect(terms.terms).not.toContain(declaredTerm("cookie"));
});

test("Each chunk's words come once, then those of the outline", async () => {
  const heard: [number, readonly string[]][] = [];
  const { chunks } = await read((chunk, words) => heard.push([chunk, words]));
  expect(heard.map(([chunk]) => chunk)).toEqual([...chunks.keys(), chunks.length]);
  expect(heard.at(-1)?.[1]).toEqual(["cookie", "jar", "add", "cookie"]);
});

test("A record comes back as it was", async () => {
  const terms = await read();
  expect(decodeTerms(encodeTerms(terms))).toEqual(terms);
});

const chunk = fc
  .record({
    gap: fc.nat(9),
    lines: fc.nat(99),
    symbol: fc.option(fc.nat(99), { nil: undefined }),
    lengths: fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat()),
  })
  .chain((rest) =>
    fc
      .uniqueArray(fc.tuple(fc.nat(999), fc.nat(0xffff)), { selector: ([at]) => at, maxLength: 20 })
      .map((pairs) => ({ ...rest, pairs })),
  );

test("Any record comes back as it was", () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.uniqueArray(fc.nat(0xffffffff)),
      fc.array(chunk, { maxLength: 8 }),
      (language, terms, parts) => {
        let line = 0;
        const chunks = parts.map(({ gap, lines, symbol, lengths, pairs }) => {
          const startLine = line + gap;
          line = startLine + lines;
          const sorted = pairs.toSorted((a, b) => a[0] - b[0]);
          const at = Uint32Array.from(sorted, ([each]) => each);
          return {
            startLine,
            endLine: line,
            symbol,
            lengths,
            at,
            counts: Uint16Array.from(sorted, ([, count]) => count),
          };
        });
        const record: FileTerms = { language, note: undefined, terms: Uint32Array.from(terms).sort(), chunks };
        expect(decodeTerms(encodeTerms(record))).toEqual(record);
      },
    ),
  );
});

test("A record that is cut off or has another format throws", async () => {
  const bytes = encodeTerms(await read());
  for (let length = 0; length < bytes.length; length += 1)
    expect(() => decodeTerms(bytes.slice(0, length))).toThrow(/./);
  expect(() => decodeTerms(Uint8Array.from([...bytes, 0]))).toThrow(/./);
  expect(() => decodeTerms(bytes.with(0, 99))).toThrow(/format/);
});

function outcomeOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

test("Damaged bytes throw or give some record, and end", async () => {
  const bytes = encodeTerms(await read());
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, value) => {
      // What it throws, if it does, is an error of ours and not one of a table that was too large to make.
      expect(outcomeOf(() => decodeTerms(bytes.with(at, value)))).not.toBeInstanceOf(RangeError);
    }),
  );
});

test("Counts stay in their bounds", () => {
  let packed = 0;
  for (let times = 0; times < 300; times += 1) packed = addCount(addCount(packed, "doc"), "body");
  packed = raiseNameLevel(raiseNameLevel(packed, 3), 1);
  expect([countIn(packed, "name"), countIn(packed, "head"), countIn(packed, "doc"), countIn(packed, "body")]).toEqual([
    3, 0, 15, 127,
  ]);
  const joined = joinCounts(packed, addCount(0, "head"));
  expect([countIn(joined, "name"), countIn(joined, "head"), countIn(joined, "doc"), countIn(joined, "body")]).toEqual([
    3, 1, 15, 127,
  ]);
});
