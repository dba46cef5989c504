import { expect, test } from "vitest";
import { type Model, ModelError } from "../../agent/model/model.ts";
import { withoutKey } from "./open-model.ts";

const key = "sk-0123456789abcdef";

test.each([
  [`Incorrect key ${key}, look it up.`, "Incorrect key [key], look it up."],
  [`Incorrect key ${key} and ${key.slice(0, 9)}`, "Incorrect key [key] and [key]"],
  ["Too many requests", "Too many requests"],
])("%s: a key that a server repeats is hidden, also where its message was cut", async (message, told) => {
  const refusing: Model = {
    id: "test/refusing",
    // oxlint-disable-next-line require-yield -- it fails before its first event
    async *stream() {
      throw new ModelError("rejected", message);
    },
  };
  const request = { system: "", messages: [], tools: [], maxOutputTokens: 10 };
  const events = withoutKey(refusing, key).stream(request, new AbortController().signal);
  await expect(events[Symbol.asyncIterator]().next()).rejects.toMatchObject({ kind: "rejected", message: told });
});
