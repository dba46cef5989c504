import { expect, test } from "vitest";
import { type Model, ModelError } from "../../agent/model/model.ts";
import { explainRefusals, type ModelAccess } from "./explain-refusal.ts";

const key = { value: "sk-0123456789abcdef", variable: "MY_KEY" };
const keyless = { key: undefined, baseUrl: "http://localhost:9/v1" };

async function refuse(message: string, httpStatus: number | undefined, access: ModelAccess): Promise<string> {
  const refusing: Model = {
    id: "test/refusing",
    // oxlint-disable-next-line require-yield -- it fails before its first event
    async *stream() {
      throw new ModelError("rejected", message, { httpStatus });
    },
  };
  const request = { system: "", messages: [], tools: [], maxOutputTokens: 10 };
  const events = explainRefusals(refusing, access).stream(request, new AbortController().signal);
  const error: unknown = await events[Symbol.asyncIterator]()
    .next()
    .catch((thrown: unknown) => thrown);
  if (!(error instanceof ModelError)) throw new Error("It did not fail as a model does.");
  expect(error).toMatchObject({ kind: "rejected", httpStatus });
  return error.message;
}

test.each([
  [`Incorrect key ${key.value}, look it up.`, "Incorrect key [key], look it up."],
  [`Incorrect key ${key.value} and ${key.value.slice(0, 9)}`, "Incorrect key [key] and [key]"],
  ["Too many requests", "Too many requests"],
])("%s: a key that a server repeats is hidden, also where its message was cut", async (message, told) => {
  expect(await refuse(message, undefined, { key, baseUrl: undefined })).toBe(told);
});

test.each<[number, ModelAccess, RegExp]>([
  [401, { key, baseUrl: undefined }, /^Wrong: \[key]\. The key was read from MY_KEY\. .*--key-env\.$/],
  [401, keyless, /^Wrong: .*\. No key was sent\. Next: --key-env VARIABLE/],
  [403, { key, baseUrl: undefined }, /read from MY_KEY\. It may lack the right to this model\. Next: another --model/],
  [404, { ...keyless, listed: ["a", "b"] }, /The server has: a, b\. Next: name one with --model\.$/],
  [404, keyless, /Next: correct --base-url http:\/\/localhost:9\/v1/],
  [404, { key, baseUrl: undefined, modelsPage: "https://x.test" }, /look through its models \(https:\/\/x\.test\)/],
])("HTTP %i with %j says the next step", async (status, access, told) => {
  const message = await refuse(`Wrong: ${key.value}.`, status, access);
  expect(message).toMatch(told);
  expect(message.includes("sk-")).toBe(access.key === undefined);
});
