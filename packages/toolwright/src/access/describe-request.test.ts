import { expect, test } from "vitest";
import { removing, requestOf } from "../../test/removing.ts";
import { sampleKernel } from "../../test/sample.ts";
import { verifies } from "../../test/verifies.ts";
import { describeInput } from "./describe-request.ts";

verifies("access:approval-whole", "what a person approves is shown to its last character, however long", async () => {
  const { tool } = removing();
  const { kernel } = sampleKernel([tool]);
  const text = `echo ${"a".repeat(3_900)}; rm -rf /; ${"b".repeat(3_900)}`;
  const request = requestOf(await kernel.call("remove_file", { text }));
  expect(describeInput(request)).toBe(JSON.stringify({ text }));
  const nested = { input: { note: "x".repeat(5_000), o: { path: "/etc/passwd" } }, filledIn: { force: true } };
  expect(describeInput(nested)).toBe(JSON.stringify({ ...nested.input, force: true }));
});

verifies(
  "access:approval-whole",
  "a long input is put to the person like any other, and runs when approved",
  async () => {
    const { tool, ran } = removing();
    const { kernel } = sampleKernel([tool]);
    const input = { text: "a".repeat(20_000) };
    const request = requestOf(await kernel.call("remove_file", input));
    expect(describeInput(request)).toBe(JSON.stringify(input));
    expect(await kernel.call("remove_file", input, { approval: { request, decision: "approved" } })).toMatchObject({
      status: "ok",
    });
    expect(ran).toEqual([input]);
  },
);

test("nothing in it changes the direction of the text or hides in it", () => {
  expect(
    describeInput({ input: { path: "a\u202Egnp.exe", "b\u200B\u061C\u00AD": "\u{E0041}\uFE0F" }, filledIn: {} }),
  ).toBe(String.raw`{"path":"a\u202egnp.exe","b\u200b\u061c\u00ad":"\u{e0041}\ufe0f"}`);
});
