import { expect, test } from "vitest";
import { createWaiting } from "./wire.ts";

/** Neither can be turned into a text or a number. */
const odd = { toString: 1, valueOf: 1 };

test.each([
  [
    { code: 1, message: odd },
    { code: 1, message: '{"toString":1,"valueOf":1}' },
  ],
  [
    { code: odd, message: "gone wrong" },
    { code: Number.NaN, message: "gone wrong" },
  ],
  [
    { code: "-32602", message: null },
    { code: -32_602, message: "null" },
  ],
  [{}, { code: Number.NaN, message: "without a message" }],
])("an error of any shape is an answer: %j", async (error, read) => {
  const waiting = createWaiting();
  const { id, reply } = waiting.open(10_000);
  waiting.answer(id, { jsonrpc: "2.0", id, error });
  expect(await reply).toMatchObject({ kind: "error", ...read });
});

test("an id that is no number fails nothing", async () => {
  const waiting = createWaiting();
  const { id, reply } = waiting.open(10_000);
  for (const wrong of [odd, null, undefined, String(id), [id]]) waiting.fail(wrong, "wrong");
  waiting.fail(id, "right");
  expect(await reply).toMatchObject({ kind: "gone", how: "right" });
});
