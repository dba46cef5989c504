import { expect, test } from "vitest";
import { requireToolName, toIdentifier } from "./tool-name.ts";

test.each(["count_words", "x", "a1_b2", "a".repeat(40)])("%s is a name", (name) => {
  expect(requireToolName(name)).toBe(name);
});

test.each([
  ["CountWords", "count_words"],
  ["count-words", "count_words"],
  ["__count__words_", "count_words"],
  ["2count", "count"],
  ["Count Words!", "count_words"],
  ["a".repeat(41), "a".repeat(40)],
  ["../evil", "evil"],
])("%s is refused, %s is suggested", (given, suggested) => {
  expect(() => requireToolName(given)).toThrow(`did you mean "${suggested}"?`);
});

test("the name of the tool that is built in is refused", () => {
  expect(() => requireToolName("read_output")).toThrow("built in");
});

test("without anything to go by an example is given", () => {
  expect(() => requireToolName("数")).toThrow('such as "count_words"');
});

test.each([
  ["count_words", "countWordsTool"],
  ["delete", "deleteTool"],
  ["my_tool", "myTool"],
])("%s is imported as %s", (name, identifier) => {
  expect(toIdentifier(name)).toBe(identifier);
});
