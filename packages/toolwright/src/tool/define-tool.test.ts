import { describe, expect, expectTypeOf, test } from "vitest";
import * as z from "zod";
import { ToolDefinitionError } from "./check-definition.ts";
import { defineTool } from "./define-tool.ts";
import type { Schema } from "./schema.ts";
import type { InputOf, ServicesOf, ToolName, ValueOf } from "./tool.ts";

const reads = { readOnly: true, destructive: false, idempotent: true, openWorld: false };
const writes = { readOnly: false, destructive: true, idempotent: false, openWorld: false };

const base = {
  name: "count_lines" as const,
  description: "Counts the lines of a file.",
  input: z.strictObject({ path: z.string().describe("File to count"), limit: z.int().default(5).describe("At most") }),
  effects: reads,
  handle: () => 1,
};

/** The problems that a definition is refused for; untyped, since plain JavaScript can pass anything. */
function problemsOf(change: Record<string, unknown>): readonly string[] {
  try {
    Reflect.apply(defineTool, undefined, [{ ...base, ...change }]);
  } catch (error) {
    if (error instanceof ToolDefinitionError) return error.problems;
    throw error;
  }
  return [];
}

describe("a good definition", () => {
  test("is completed with defaults and frozen", () => {
    const tool = defineTool(base);
    expect(tool).toMatchObject({
      title: "Count lines",
      tier: "observe",
      deadlineMs: 60_000,
      stallMs: 60_000,
      longRunning: false,
      needs: [],
    });
    expect(tool.inputJsonSchema).toEqual({
      type: "object",
      properties: {
        path: { type: "string", description: "File to count" },
        limit: {
          type: "integer",
          description: "At most",
          default: 5,
          minimum: -9007199254740991,
          maximum: 9007199254740991,
        },
      },
      required: ["path"],
      additionalProperties: false,
    });
    expect(Object.isFrozen(tool)).toBe(true);
  });

  test("derives the tier from the effects and lets it be stricter only", () => {
    expect(defineTool({ ...base, effects: writes }).tier).toBe("confirm");
    expect(defineTool({ ...base, tier: "confirm" }).tier).toBe("confirm");
  });

  test("may bring the schema of any library that speaks Standard Schema", () => {
    const json = {
      type: "object",
      properties: { path: { type: "string", description: "Path" } },
      additionalProperties: false,
    };
    const schema: Schema<unknown, { path: string }> = {
      "~standard": {
        version: 1,
        vendor: "by-hand",
        validate: (value) => ({ value: { path: String(value) } }),
        jsonSchema: { input: () => json, output: () => json },
      },
    };
    const tool = defineTool({ ...base, input: schema, handle: ({ path }) => path.length });
    expect(tool.inputJsonSchema).toEqual(json);
  });

  test("infers names, inputs, values and services as types", () => {
    const counting = defineTool({
      ...base,
      handle: (input, services: { clock: () => number }) => ({
        at: services.clock(),
        path: input.path,
        limit: input.limit,
      }),
    });
    const telling = defineTool({
      ...base,
      name: "tell",
      output: z.strictObject({ told: z.boolean() }),
      handle: (_input, services: { voice: string }) => ({ told: services.voice !== "" }),
    });
    const plain = defineTool({ ...base, name: "plain", handle: () => "text" });
    type Tools = readonly [typeof counting, typeof telling, typeof plain];
    expectTypeOf<ToolName<Tools>>().toEqualTypeOf<"count_lines" | "tell" | "plain">();
    expectTypeOf<InputOf<typeof counting>>().toEqualTypeOf<{ path: string; limit?: number | undefined }>();
    expectTypeOf<ValueOf<typeof counting>>().toEqualTypeOf<{ at: number; path: string; limit: number }>();
    expectTypeOf<ValueOf<typeof telling>>().toEqualTypeOf<{ told: boolean }>();
    expectTypeOf<ServicesOf<Tools>>().toEqualTypeOf<{ clock: () => number } & { voice: string }>();
  });
});

describe("a bad definition is refused for", () => {
  test.each(["CountLines", "count-lines", "", "_count", "count__lines", "9lives", undefined])("the name %j", (name) => {
    expect(problemsOf({ name })).toEqual([`name ${JSON.stringify(name)} must be snake_case, such as "count_lines"`]);
  });

  test("a name of 49 characters", () => {
    expect(problemsOf({ name: "a".repeat(49) })).toEqual([`name "${"a".repeat(49)}" has 49 characters; at most 48`]);
  });

  test("a missing or over-long description", () => {
    expect(problemsOf({ description: " \n" })).toHaveLength(1);
    expect(problemsOf({ description: "x".repeat(300) })).toEqual([]);
    expect(problemsOf({ description: "x".repeat(301) })).toEqual([
      "description has 301 characters; at most 300 reach the model, move the rest to guide.md",
    ]);
  });

  test("an undescribed field, at any depth", () => {
    const input = z.strictObject({
      outer: z.strictObject({ inner: z.string() }).describe("Outer"),
      list: z.array(z.strictObject({ item: z.string() })).describe("List"),
    });
    expect(problemsOf({ input })).toEqual([
      'input.outer.inner has no description; add .describe("…") in a few words',
      'input.list[].item has no description; add .describe("…") in a few words',
    ]);
  });

  test("an object that is not strict, at any depth", () => {
    const input = z.object({ outer: z.object({ inner: z.string().describe("In") }).describe("Out") });
    expect(problemsOf({ input })).toEqual([
      "input accepts unknown fields silently; use z.strictObject",
      "input.outer accepts unknown fields silently; use z.strictObject",
    ]);
  });

  test("an object that is loose in another way, but not a record", () => {
    const loose = "input accepts unknown fields silently; use z.strictObject";
    expect(problemsOf({ input: z.looseObject({ a: z.string().describe("A") }) })).toEqual([loose]);
    expect(problemsOf({ input: z.object({ a: z.string().describe("A") }).catchall(z.unknown()) })).toEqual([loose]);
    const record = z.strictObject({ env: z.record(z.string(), z.string()).describe("Variables") });
    expect(problemsOf({ input: record })).toEqual([]);
  });

  test("an input that is no object", () => {
    expect(problemsOf({ input: z.string() })).toEqual([
      'input must be an object schema (z.strictObject), not "string"',
    ]);
  });

  test.each([
    ["mode", "How to work"],
    ["sort_order", "Which first"],
    ["shape", "Either 'compact' or 'full'"],
    ["shape", "One of: compact, full"],
  ])("a mode as free text: %s, %j", (name, description) => {
    const input = z.strictObject({ [name]: z.string().describe(description) });
    expect(problemsOf({ input })).toEqual([
      `input.${name} is free text but names a closed set of words; use z.enum, or give examples with .meta() if it is open`,
    ]);
  });

  test("nothing when the mode is an enum or its words are open by example", () => {
    const input = z.strictObject({
      mode: z.enum(["a", "b"]).describe("How"),
      style: z.string().meta({ description: "Any style", examples: ["plain"] }),
    });
    expect(problemsOf({ input })).toEqual([]);
  });

  test("missing or contradicting effects", () => {
    expect(problemsOf({ effects: { readOnly: true } })).toEqual([
      "effects.destructive must be stated as true or false",
      "effects.idempotent must be stated as true or false",
      "effects.openWorld must be stated as true or false",
    ]);
    expect(problemsOf({ effects: { ...reads, destructive: true } })).toEqual([
      "effects contradict each other: a read-only tool cannot be destructive",
    ]);
    expect(problemsOf({ effects: writes, tier: "observe" })).toEqual([
      'tier "observe" contradicts effects.readOnly: false; a tool that changes something is "confirm"',
    ]);
    expect(problemsOf({ effects: undefined })).toHaveLength(4);
  });

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])("a deadline of %d", (deadlineMs) => {
    expect(problemsOf({ deadlineMs }).join()).toContain("must be a positive number of milliseconds");
  });

  test("a stall budget above the deadline", () => {
    expect(problemsOf({ deadlineMs: 10, stallMs: 20 })).toEqual(["stallMs 20 can never pass before deadlineMs 10"]);
  });

  test("an example that is no valid input", () => {
    expect(problemsOf({ examples: [{ title: "wrong", input: { pth: "a" } }] })[0]).toContain(
      'example "wrong" is not a valid input',
    );
  });

  test("a schema that JSON Schema cannot express", () => {
    expect(problemsOf({ input: z.strictObject({ when: z.date().describe("When") }) })[0]).toContain(
      "cannot be written as JSON Schema",
    );
  });

  test("a handler that is no function", () => {
    expect(problemsOf({ handle: "run" })).toEqual(["handle must be a function"]);
  });
});
