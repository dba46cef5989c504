import { expect, test } from "vitest";
import * as z from "zod";
import { askForm } from "../../tool/question.ts";
import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import { describeField, readField } from "./form-field.ts";

function fieldOf(schema: z.ZodType): JsonObject {
  const form = askForm("", z.strictObject({ field: schema }));
  const field = form.kind === "form" ? form.fields.properties?.["field"] : undefined;
  if (!isJsonObject(field)) throw new Error("There is no such field.");
  return field;
}

test.each<[string, z.ZodType, readonly (readonly [typed: string, read: unknown])[]]>([
  [
    "integer, 1 to 5",
    z.int().min(1).max(5),
    [
      ["3", 3],
      ["1.5", "Expected integer, 1 to 5."],
      ["9", "Too big: expected number to be <=5."],
      ["", "Expected integer, 1 to 5."],
    ],
  ],
  [
    "integer",
    z.int(),
    [
      ["-7", -7],
      ["x", "Expected integer."],
    ],
  ],
  [
    "number, at least 0.5",
    z.number().min(0.5),
    [
      ["0.5", 0.5],
      ["0.4", "Too small: expected number to be >=0.5."],
    ],
  ],
  [
    "string, 2 to 4 characters",
    z.string().min(2).max(4),
    [
      ["abc", "abc"],
      ["a", "Too small: expected string to have >=2 characters."],
    ],
  ],
  [
    "string",
    z.string().regex(/^v\d+$/),
    [
      ["v2", "v2"],
      ["2", "Invalid string: must match pattern /^v\\d+$/."],
    ],
  ],
  [
    "email",
    z.email(),
    [
      ["ann@example.org", "ann@example.org"],
      ["ann", "Invalid email address."],
    ],
  ],
  [
    "date",
    z.iso.date(),
    [
      ["2026-11-19", "2026-11-19"],
      ["19.11.", "Invalid ISO date."],
    ],
  ],
  [
    "red, blue",
    z.enum(["red", "blue"]),
    [
      ["red", "red"],
      ["Red", "Expected red, blue."],
    ],
  ],
  [
    "1, 2",
    z.union([z.literal(1), z.literal(2)]),
    [
      ["2", 2],
      ["3", "Expected 1, 2."],
    ],
  ],
  [
    "y/n",
    z.boolean(),
    [
      ["yes", true],
      ["N", false],
      ["maybe", "Expected y/n."],
    ],
  ],
  [
    "red, blue, with commas between them",
    z.array(z.enum(["red", "blue"])).max(2),
    [
      ["red, blue", ["red", "blue"]],
      ["green", "Expected red, blue, with commas between them."],
      ["red,red,red", "Too big: expected array to have <=2 items."],
    ],
  ],
])("a field of the kind %s", (described, schema, cases) => {
  const field = fieldOf(schema);
  expect(describeField(field)).toBe(described);
  for (const [typed, read] of cases) {
    const got = readField(typed, field);
    expect("given" in got ? got.given : got.problem).toEqual(read);
  }
});

test("a field whose schema cannot be checked here takes what its tool will check", () => {
  expect(readField("x", { type: "string", not: { const: "x" }, unevaluatedProperties: 3 })).toEqual({ given: "x" });
});
