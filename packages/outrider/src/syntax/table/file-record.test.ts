import fc from "fast-check";
import { expect, test } from "vitest";
import { type SymbolKind, symbolKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import { decodeRecord, encodeRecord, type FileRecord, readHead, readNames, readWords } from "./file-record.ts";
import { proofSize } from "../../../../toolwright/test/proof-size.ts";

const place = fc.nat({ max: 2 ** 30 });
const span = fc.record({ start: place, end: place }, { noNullPrototype: true });
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });
// Any code units at all: lone surrogates, emoji, NUL and byte order marks included.
const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 }).map((all) => String.fromCharCode(...all));
const text = fc.oneof(
  fc.constantFrom("a", "b", "Outer", "größe", "名前", "🎉", "\ud83c", "\udf89", "\ufeffx", "a/b", "/", ""),
  fc.string({ unit: "grapheme" }),
  units,
);

type Shape = readonly [path: "name" | "below" | "beside" | "other", prefix: string, parent: number];

const symbols = fc
  .array(
    fc.tuple(
      fc.record<Omit<CodeSymbol, "path" | "parent">>({
        name: text,
        kind: fc.constantFrom(...symbolKinds),
        overload: maybe(fc.nat()),
        span,
        nameSpan: span,
        bodySpan: maybe(span),
        docSpan: maybe(span),
        line: place,
        startLine: place,
        endLine: place,
        signature: text,
        doc: maybe(text),
        exported: fc.boolean(),
        test: fc.boolean(),
      }),
      fc.tuple(fc.constantFrom("name", "below", "beside", "other"), text, fc.nat({ max: 30 })),
    ),
    { maxLength: 25 },
  )
  .map((rows) => {
    const made: CodeSymbol[] = [];
    for (const [rest, shape] of rows) made.push({ ...rest, ...pathAndParent(rest.name, shape, made, rows.length) });
    return made;
  });

/** Parents before and behind, itself and none; paths that follow from them and paths that do not. */
function pathAndParent(
  name: string,
  [form, prefix, number]: Shape,
  made: readonly CodeSymbol[],
  count: number,
): Pick<CodeSymbol, "path" | "parent"> {
  const parent = number < count ? number : undefined;
  const above = made[parent ?? -1]?.path ?? prefix;
  const path = { name, below: `${above}/${name}`, beside: `${prefix}/${name}`, other: prefix }[form];
  return { path, parent };
}

const record: fc.Arbitrary<FileRecord> = fc
  .tuple(text, fc.boolean(), maybe(text), symbols, fc.uint32Array({ maxLength: 20 }))
  .map(([language, broken, note, symbols, words]) => ({
    language,
    broken,
    ...(note === undefined ? {} : { note }),
    symbols,
    words: new Uint32Array(new Set(words)).sort(),
  }));

test("a record comes back exactly, whatever its strings and numbers are", () => {
  fc.assert(
    fc.property(record, (given) => {
      expect(decodeRecord(encodeRecord(given))).toStrictEqual(given);
    }),
    { numRuns: proofSize(1000, 150) },
  );
});

test("the cheap readers agree with the whole, aligned or not, in a buffer of Node or not", () => {
  fc.assert(
    fc.property(record, fc.nat({ max: 7 }), fc.boolean(), (given, offset, asBuffer) => {
      const bytes = encodeRecord(given);
      const memory = new ArrayBuffer(bytes.length + 16);
      const moved = new Uint8Array(memory, offset, bytes.length);
      moved.set(bytes);
      const stored = asBuffer ? Buffer.from(memory, offset, bytes.length) : moved;
      expect(readWords(stored)).toStrictEqual(given.words);
      expect(readWords(stored).buffer === memory).toBe(offset % 4 === 0);
      expect(readHead(stored)).toStrictEqual({
        language: given.language,
        broken: given.broken,
        note: given.note,
        symbolCount: given.symbols.length,
      });
      expect(readNames(stored)).toMatchObject(
        given.symbols.map(({ name, kind, path, parent, exported, test }) => ({
          name,
          kind,
          path,
          parent,
          exported,
          test,
        })),
      );
    }),
  );
});

test("damaged bytes give a plain error or a record of the right shape, at once", () => {
  const change = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }));
  fc.assert(
    fc.property(record, fc.array(change, { minLength: 1, maxLength: 4 }), (given, changes) => {
      const bytes = encodeRecord(given);
      for (const [at, value] of changes) bytes[at % bytes.length] = value;
      for (const read of [decodeRecord, readNames, readWords, readHead]) expectPlain(() => read(bytes));
    }),
    { numRuns: proofSize(2000, 200) },
  );
});

test("cut short or made longer, a record is refused", () => {
  const bytes = encodeRecord(sample());
  for (let length = 0; length < bytes.length; length += 1) {
    expect(() => decodeRecord(bytes.subarray(0, length))).toThrow("damaged");
    expect(() => readNames(bytes.subarray(0, length))).toThrow("damaged");
  }
  expect(() => decodeRecord(new Uint8Array([...bytes, 0]))).toThrow("damaged");
});

test("random bytes behind a right header never hang and never fail in another way", () => {
  const header = encodeRecord(sample()).subarray(0, 36);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (rest) => {
      const bytes = new Uint8Array([...header, ...rest]);
      expectPlain(() => decodeRecord(bytes));
    }),
  );
});

test("a number that cannot be stored is refused instead of stored as another one", () => {
  const [first] = sample().symbols;
  const change = (part: Partial<CodeSymbol>): FileRecord =>
    first === undefined ? sample() : { ...sample(), symbols: [{ ...first, ...part }] };
  expect(() => encodeRecord(change({ line: -1 }))).toThrow("-1 is no place in a text");
  expect(() => encodeRecord(change({ line: 0.5 }))).toThrow("0.5 is no place in a text");
  expect(() => encodeRecord(change({ overload: 2 ** 32 }))).toThrow("Cannot store 4294967296");
  expect(() => encodeRecord(change({ parent: 7 }))).toThrow('The parent 7 of "C" is not in its list');
});

test("a symbol of a usual file takes less than fifty bytes besides its signature and documentation", () => {
  const symbols = usualSymbols(500);
  const bytes = encodeRecord({ language: "typescript", broken: false, symbols, words: new Uint32Array(0) });
  const text = symbols.reduce((sum, { signature, doc }) => sum + signature.length + (doc?.length ?? 0), 0);
  expect((bytes.length - text) / symbols.length).toBeLessThan(50);
  expect(decodeRecord(bytes).symbols).toEqual(symbols);
});

function expectPlain(read: () => unknown): void {
  let message = "This symbol record is damaged";
  try {
    read();
  } catch (error) {
    message = error instanceof Error && error.constructor === Error ? error.message : String(error);
  }
  expect(message).toMatch(/^This symbol record is damaged/);
}

function sample(): FileRecord {
  return {
    language: "typescript",
    broken: true,
    note: "cut",
    symbols: usualSymbols(5),
    words: new Uint32Array([1, 9]),
  };
}

/** A class and its methods, over and over. */
function usualSymbols(count: number): readonly CodeSymbol[] {
  return Array.from({ length: count }, (_, index) => {
    const isClass = index % 10 === 0;
    const start = index * 400;
    const name = isClass ? "C".repeat((index % 7) + 1) : `method${index}Name`;
    const owner = "C".repeat(((index - (index % 10)) % 7) + 1);
    const kind: SymbolKind = isClass ? "class" : "method";
    return {
      name,
      kind,
      path: isClass ? name : `${owner}/${name}`,
      overload: undefined,
      parent: isClass ? undefined : index - (index % 10),
      span: { start, end: start + (isClass ? 4000 : 380) },
      nameSpan: { start: start + 6, end: start + 6 + name.length },
      bodySpan: { start: start + 60, end: start + (isClass ? 4000 : 380) },
      docSpan: { start: start - 100 < 0 ? 0 : start - 100, end: start },
      line: index * 12 + 2,
      startLine: index * 12 + 1,
      endLine: index * 12 + 11,
      signature: `${name}(first: string, second: number): Promise<void>`,
      doc: "Says what it is for.",
      exported: isClass,
      test: false,
    };
  });
}
