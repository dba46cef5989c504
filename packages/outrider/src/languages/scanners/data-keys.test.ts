import { expect, test } from "vitest";
import { outlineKeys } from "./data-keys.ts";

test("a broken text has no keys", () => {
  expect(outlineKeys('{ "name": "x", "scripts": {', "json")).toEqual([]);
  expect(outlineKeys("name = \n[x", "toml")).toEqual([]);
  expect(outlineKeys("", "json")).toEqual([]);
  expect(outlineKeys("[".repeat(100_000), "json")).toEqual([]);
});

test("items of an array are no keys", () => {
  expect(outlineKeys('[{ "a": 1 }]', "json")).toEqual([]);
});

test("stops after a thousand keys", () => {
  const text = JSON.stringify(Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`key${at}`, at])));
  expect(outlineKeys(text, "json")).toHaveLength(1_000);
});

test("a table that is written in several places is there as often, each time with its own keys", () => {
  const text = "[a.x]\none = 1\n[b]\n[a.y]\ntwo = 2\n";
  const found = outlineKeys(text, "toml").map(({ name, span }) => `${name} ${text.slice(span.start, span.end)}`);
  expect(found.filter((line) => line.startsWith("a "))).toEqual(["a [a.x]\none = 1", "a [a.y]\ntwo = 2"]);
  expect(found.filter((line) => /^[xy] /.test(line))).toEqual(["x [a.x]\none = 1", "y [a.y]\ntwo = 2"]);
});
