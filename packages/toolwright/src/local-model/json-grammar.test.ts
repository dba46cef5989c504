import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { accepts, parseGrammar, writeSentence } from "./gbnf.test-kit.ts";
import { describeSchema, GrammarRules } from "./json-grammar.ts";

const tree: z.ZodType = z.strictObject({ name: z.string(), children: z.array(z.lazy(() => tree)) });

const cases: readonly {
  readonly title: string;
  readonly schema: z.ZodType;
  readonly allowed: readonly unknown[];
  readonly refused: readonly unknown[];
}[] = [
  {
    title: "fields, required and optional",
    schema: z.strictObject({ path: z.string(), limit: z.int().optional(), deep: z.boolean().optional() }),
    allowed: [
      { path: "a" },
      { path: 'a "b" \\ \n\t🙂', limit: -3 },
      { path: "", limit: 0, deep: true },
      { path: "a", deep: false },
    ],
    refused: [{}, { path: 1 }, { path: "a", limit: 1.5 }, { path: "a", other: 1 }, [], "a"],
  },
  {
    title: "only optional fields",
    schema: z.strictObject({ a: z.int().optional(), b: z.int().optional(), c: z.int().optional() }),
    allowed: [{}, { a: 1 }, { b: 1 }, { c: 1 }, { a: 1, c: 2 }, { b: 1, c: 2 }, { a: 1, b: 2, c: 3 }],
    refused: [{ d: 1 }, { a: "1" }],
  },
  {
    title: "no fields at all",
    schema: z.strictObject({}),
    allowed: [{}],
    refused: [{ a: 1 }],
  },
  {
    title: "choices, constants and null",
    schema: z.strictObject({
      mode: z.enum(["fast", 'with "quotes"', "back\\slash"]),
      kind: z.literal(7),
      note: z.string().nullable(),
    }),
    allowed: [
      { mode: 'with "quotes"', kind: 7, note: null },
      { mode: "back\\slash", kind: 7, note: "x" },
    ],
    refused: [
      { mode: "slow", kind: 7, note: null },
      { mode: "fast", kind: 8, note: null },
    ],
  },
  {
    title: "lists and their lengths",
    schema: z.strictObject({
      some: z.array(z.string()).min(1).max(3),
      any: z.array(z.int()),
      many: z.array(z.int()).max(1_000),
    }),
    allowed: [
      { some: ["a"], any: [], many: [] },
      { some: ["a", "b", "c"], any: [1, 2], many: [1] },
    ],
    refused: [
      { some: [], any: [], many: [] },
      { some: ["a", "b", "c", "d"], any: [], many: [] },
    ],
  },
  {
    title: "lengths of texts, and numbers that are not negative",
    schema: z.strictObject({
      code: z.string().min(2).max(4),
      count: z.int().min(1),
      rest: z.int().min(0),
      part: z.number(),
    }),
    allowed: [
      { code: "ab", count: 1, rest: 0, part: 0.5 },
      { code: "abcd", count: 900, rest: 7, part: -2 },
    ],
    refused: [
      { code: "a", count: 1, rest: 0, part: 0 },
      { code: "abcde", count: 1, rest: 0, part: 0 },
      { code: "ab", count: 0, rest: 0, part: 0 },
      { code: "ab", count: 1, rest: -1, part: 0 },
    ],
  },
  {
    title: "variants, maps and whatever one likes",
    schema: z.strictObject({
      where: z.union([z.strictObject({ line: z.int() }), z.strictObject({ symbol: z.string() })]),
      labels: z.record(z.string(), z.boolean()),
      value: z.unknown(),
    }),
    allowed: [
      { where: { line: 3 }, labels: {}, value: [1, { a: [null, "x", true] }] },
      { where: { symbol: "x" }, labels: { a: true, b: false }, value: -1.25 },
    ],
    refused: [
      { where: {}, labels: {}, value: 1 },
      { where: { line: 1 }, labels: { a: 1 }, value: 1 },
    ],
  },
  {
    title: "a schema that contains itself",
    schema: z.strictObject({ tree }),
    allowed: [{ tree: { name: "a", children: [{ name: "b", children: [] }] } }],
    refused: [{ tree: { name: "a" } }, { tree: { name: "a", children: [{}] } }],
  },
];

describe.each(cases)("$title", ({ schema, allowed, refused }) => {
  const grammar = grammarOf(schema);

  test("what the schema accepts can be written", () => {
    for (const value of allowed) {
      expect(schema.safeParse(value).success).toBe(true);
      expect([JSON.stringify(value), accepts(grammar, JSON.stringify(value))]).toEqual([JSON.stringify(value), true]);
    }
  });

  test("what it refuses cannot", () => {
    for (const value of refused) {
      expect(schema.safeParse(value).success).toBe(false);
      expect([JSON.stringify(value), accepts(grammar, JSON.stringify(value))]).toEqual([JSON.stringify(value), false]);
    }
  });

  test("whatever can be written is JSON that the schema accepts", () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })), (numbers) => {
        const text = writeSentence(grammar, () => numbers.next().value ?? 0);
        const value: unknown = JSON.parse(text);
        expect(schema.safeParse(value)).toMatchObject({ success: true });
      }),
      { numRuns: 200 },
    );
  });
});

test("what a grammar cannot say is left to the schema", () => {
  const rules = (schema: object): string => {
    const all = new GrammarRules();
    return describeSchema(all, schema, "x");
  };
  expect(rules({ type: "string", pattern: "^a$", format: "date" })).toBe("string");
  expect(rules({ type: "integer", maximum: 10 })).toBe(rules({ type: "integer" }));
  expect(rules({ $ref: "https://example.com/schema.json" })).toBe("value");
  expect(rules({ not: { type: "string" } })).toBe("value");
});

function grammarOf(schema: z.ZodType) {
  const rules = new GrammarRules();
  const json = z.toJSONSchema(schema);
  rules.define("root", () => describeSchema(rules, json, "part"));
  return parseGrammar(rules.write());
}
