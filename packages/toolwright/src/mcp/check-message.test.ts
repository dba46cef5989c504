import fc from "fast-check";
import { expect, test } from "vitest";
import { checkMessage } from "./check-message.ts";

const codeOf = (text: string): number | "good" => {
  const checked = checkMessage(Buffer.from(text));
  return "bad" in checked ? checked.bad.code : "good";
};
const request = (fields: object): string => JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", ...fields });

test.each([
  ["a request", request({}), "good"],
  ["a request with a text as its id", request({ id: "a" }), "good"],
  ["a notification", '{"jsonrpc":"2.0","method":"x"}', "good"],
  ["an answer", '{"jsonrpc":"2.0","id":1,"result":{}}', "good"],
  ["no JSON", "{", -32_700],
  ["an empty text", "", -32_700],
  ["a batch", `[${request({})}]`, -32_600],
  ["a number", "1", -32_600],
  ["null", "null", -32_600],
  ["another version", request({ jsonrpc: "1.0" }), -32_600],
  ["an id that is null", request({ id: null }), -32_600],
  ["an id that is an object", request({ id: {} }), -32_600],
  ["an id that is a fraction", request({ id: 1.5 }), -32_600],
  ["an id beyond what JSON numbers can tell apart", request({ id: 2 ** 53 }), -32_600],
  ["params that are a list", request({ params: [] }), -32_600],
  ["a method that is a number", request({ method: 1 }), -32_600],
  ["neither method nor answer", '{"jsonrpc":"2.0","id":1}', -32_600],
] as const)("%s is told apart", (_title, text, code) => {
  expect(codeOf(text)).toBe(code);
});

test("depth and number of values are bounded, without a stack of our own being exhausted", () => {
  const deep = (levels: number): string =>
    request({ params: { a: 0 } }).replace('"a":0', `"a":${"[".repeat(levels)}${"]".repeat(levels)}`);
  expect(codeOf(deep(100))).toBe("good");
  expect(codeOf(deep(1_000))).toBe(-32_600);
  expect(codeOf(deep(200_000))).toBe(-32_600);
  expect(codeOf(request({ params: { list: Array.from({ length: 150_000 }, () => 0) } }))).toBe("good");
  expect(codeOf(request({ params: { list: Array.from({ length: 250_000 }, () => 0) } }))).toBe(-32_600);
});

test("whatever the text, there is an answer and no exception", () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void checkMessage(Buffer.from(text))));
});
