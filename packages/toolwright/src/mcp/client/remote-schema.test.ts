import { describe, expect, test } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { readInput } from "../../call/read-input.ts";
import { adoptTool } from "../../tool/adopt-tool.ts";
import type { JsonObject } from "../../tool/schema.ts";
import { cleanSchema, UnusableSchema, isPlainPattern } from "./clean-schema.ts";
import { readSchema } from "./remote-schema.ts";

const effects = { readOnly: false, destructive: true, idempotent: false, openWorld: true };

/** What the kernel makes of an input for a tool with that schema. */
async function problemsOf(schema: JsonObject, input: unknown): Promise<readonly string[]> {
  const tool = adoptTool({
    source: "far",
    name: "far__tool",
    input: readSchema({ type: "object", ...schema }),
    effects,
    deadlineMs: 1,
    handle: async () => 0,
  });
  const read = await readInput(tool, input);
  return read.valid ? [] : read.problems;
}

describe("validation", () => {
  verifies("tool-source:schema", "tells each problem where it is", async () => {
    const schema = {
      properties: {
        name: { type: "string", description: "Whose" },
        kind: { enum: ["a", "b"] },
        list: { type: "array", items: { type: "object", properties: { "a/b c": { type: "integer" } } } },
      },
      required: ["name"],
      additionalProperties: false,
    };
    expect(await problemsOf(schema, { kind: "c", list: [{}, { "a/b c": {} }], other: 1 })).toMatchInlineSnapshot(`
      [
        "Unknown argument "other". Valid arguments: name, kind, list.",
        "\`name\` is missing (Whose).",
        "\`kind\`: expected one of "a", "b", got "c" (string). Did you mean "a"?",
        "\`list.1.a/b c\`: expected integer, got {} (object).",
      ]
    `);
    expect(await problemsOf(schema, { name: "x", kind: "a", list: [{ "a/b c": 1 }] })).toEqual([]);
    expect(await problemsOf(schema, [])).toMatchInlineSnapshot(`
      [
        "The input must be an object, got [] (array).",
      ]
    `);
  });

  verifies("tool-source:schema", "follows references, older drafts and choices", async () => {
    const node = { type: "object", properties: { next: { $ref: "#/definitions/node" }, value: { type: "integer" } } };
    const schema = {
      $schema: "http://json-schema.org/draft-07/schema#",
      definitions: { node },
      properties: { head: { $ref: "#/definitions/node" }, pair: { items: [{ type: "integer" }, { type: "string" }] } },
      anyOf: [{ required: ["head"] }, { required: ["pair"] }],
    };
    expect(await problemsOf(schema, { head: { next: { next: { value: 1 } } }, pair: [1, "a"] })).toEqual([]);
    expect(await problemsOf(schema, { head: { next: { next: { value: {} } } } })).toEqual([
      "`head.next.next.value`: expected integer, got {} (object).",
    ]);
    expect(await problemsOf(schema, {})).toMatchInlineSnapshot(`
      [
        "\`head\` is missing.",
        "\`pair\` is missing.",
      ]
    `);
  });

  verifies("tool-source:schema", "a schema that turns in a circle refuses the input and harms nobody", async () => {
    expect(await problemsOf({ properties: { a: { allOf: [{ $ref: "#/properties/a" }] } } }, { a: 1 })).toEqual([
      "The server's schema cannot be applied to this input",
    ]);
  });
});

describe("what is left out", () => {
  const reasons: Record<string, JsonObject> = {
    "is not of type object": { type: "array" },
    'has a malformed "properties"': { properties: [] },
    'has a malformed "anyOf"': { anyOf: {} },
    'has a malformed "required"': { required: "all" },
    'has a malformed "enum"': { properties: { a: { enum: "b" } } },
    'has a malformed "items"': { properties: { a: { items: 1 } } },
    'has a malformed "pattern"': { properties: { a: { pattern: 1 } } },
    "a pattern that could take for ever": { patternProperties: { "^(a|a)*$": {} } },
    'hidden characters under "': { properties: { a: { default: "\u001b[2J" } } },
    "cannot be used": { $schema: "https://example.com/my-own-dialect" },
  };
  for (const [reason, schema] of Object.entries(reasons)) {
    verifies("tool-source:bad-tool", `a schema that ${reason}`, () => {
      const read = (): unknown => readSchema({ type: "object", ...schema });
      expect(read).toThrow(UnusableSchema);
      expect(read).toThrow(reason.replace(/ "$/, ""));
    });
  }

  verifies("tool-source:bad-tool", "a schema that is deeper than any stack", () => {
    let deep: JsonObject = {};
    for (let level = 0; level < 100_000; level += 1) deep = { not: deep };
    expect(() => readSchema({ type: "object", not: deep })).toThrow("call stack");
  });
});

describe("cleaning", () => {
  verifies("tool-source:words", "cleans and shortens prose and leaves names and values alone", () => {
    const { printed } = cleanSchema({
      type: "object",
      $id: "https://example.com/a",
      title: "T\u200bitle",
      properties: {
        title: { type: "string", title: "A\u001b[1m title", description: "x".repeat(2_000), default: "  as it is\n" },
      },
      "x-note": "\u202enote",
      "x-data": { any: "thing" },
    });
    expect(printed).toEqual({
      type: "object",
      title: "Title",
      properties: {
        title: { type: "string", title: "A title", description: `${"x".repeat(999)}…`, default: "  as it is\n" },
      },
      "x-note": "note",
    });
  });

  test("a pattern is checked here only where it is surely quick", () => {
    const plain = ["^[a-z]+$", "^\\d{4}-\\d{2}-\\d{2}$", "^https?://.+", "^(a|b)$"];
    const risky = ["(a+)+", "(a|a)*b", "a*a*a*a*b", "(.*){2}", "(a)\\1", "[", "a{1,99}b{1,99}c{1,99}d"];
    expect(plain.filter((pattern) => !isPlainPattern(pattern))).toEqual([]);
    expect(risky.filter(isPlainPattern)).toEqual([]);
  });
});
