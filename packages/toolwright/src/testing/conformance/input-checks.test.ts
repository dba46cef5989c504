import { expect, test } from "vitest";
import { findWrongValue } from "./input-checks.ts";

const root = {
  $defs: { text: { type: "string" }, tree: { anyOf: [{ type: "object" }, { $ref: "#/$defs/tree" }] } },
};

test.each([
  [{ type: "string" }, { wrong: true }],
  [{ type: "object" }, ["wrong"]],
  [{ type: ["object", "array", "null"] }, "\u0001wrong"],
  [{ type: ["object", "array", "string"] }, 0.5],
  [{ type: ["object", "array", "string", "integer"] }, true],
  [{ anyOf: [{ type: "object" }, { type: "array" }] }, "\u0001wrong"],
  [{ enum: ["a", "b"] }, { wrong: true }],
  [{ const: { a: 1 } }, ["wrong"]],
  [{ allOf: [{}, { type: "object" }] }, ["wrong"]],
  [{ $ref: "#/$defs/text" }, { wrong: true }],
  [{ $ref: "#/$defs/tree" }, ["wrong"]],
])("%j does not take %j", (field, value) => {
  expect(findWrongValue(field, root)).toEqual({ value });
});

test("a field that takes everything has no wrong value", () => {
  expect(findWrongValue({}, root)).toBeUndefined();
  expect(findWrongValue({ anyOf: [{ type: "string" }, {}] }, root)).toBeUndefined();
  expect(findWrongValue({ type: ["object", "array", "string", "number", "boolean"] }, root)).toBeUndefined();
});
