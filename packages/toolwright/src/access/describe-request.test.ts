import { expect, test } from "vitest";
import { removing, requestOf } from "../../test/removing.ts";
import { sampleKernel } from "../../test/sample.ts";
import { verifies } from "../../test/verifies.ts";
import { describeInput, longestShown } from "./describe-request.ts";

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
  "a call that is too long to show is denied, with a way to make it shorter",
  async () => {
    const { tool, ran } = removing();
    const { kernel } = sampleKernel([tool]);
    const around = JSON.stringify({ text: "" }).length;
    const call = async (text: string) => await kernel.call("remove_file", { text });
    expect((await call("a".repeat(longestShown - around))).status).toBe("needs_approval");
    expect(await call("a".repeat(longestShown - around + 1))).toMatchObject({
      status: "denied",
      error: {
        code: "too_long_to_approve",
        message:
          "remove_file needs a person's approval: it can destroy data. Its input is 8001 characters long, and a person is asked about 8000 at most. Put the long part into a file in a call of its own and name the file here, or make shorter calls.",
      },
    });
    // What is hidden is written out, and counts as it is shown.
    expect((await call("\u200B".repeat(2_000))).status).toBe("denied");
    expect(ran).toEqual([]);
  },
);

test("nothing in it changes the direction of the text or hides in it", () => {
  expect(
    describeInput({ input: { path: "a\u202Egnp.exe", "b\u200B\u061C\u00AD": "\u{E0041}\uFE0F" }, filledIn: {} }),
  ).toBe(String.raw`{"path":"a\u202egnp.exe","b\u200b\u061c\u00ad":"\u{e0041}\ufe0f"}`);
});
