import { expect, test } from "vitest";
import { describeInput } from "./describe-request.ts";

test("what fits is shown whole", () => {
  const command = `echo ${"a".repeat(1_000)}; rm -rf /`;
  expect(describeInput({ input: { command }, filledIn: { force: true } })).toBe(
    JSON.stringify({ command, force: true }),
  );
});

test("every field is seen, nested ones too, however long another one is", () => {
  const long = "x".repeat(50_000);
  const text = describeInput({
    input: { note: long, o: { note: long, path: "/etc/passwd" } },
    filledIn: { force: true },
  });
  expect(text).toContain('"path":"/etc/passwd"},"force":true}');
  expect(text).toContain("of 50000 characters left out");
  expect(text.length).toBeLessThan(4_100);
});

test("of a long text the end is seen, where the harm may be", () => {
  const text = describeInput({ input: { command: `echo ${"a".repeat(20_000)}; rm -rf /` }, filledIn: {} });
  expect(text).toMatch(/^\{"command":"echo aaa[^]*; rm -rf \/"\}$/);
});

test("nothing in it changes the direction of the text or hides in it", () => {
  expect(
    describeInput({ input: { path: "a\u202Egnp.exe", "b\u200B\u061C\u00AD": "\u{E0041}\uFE0F" }, filledIn: {} }),
  ).toBe(String.raw`{"path":"a\u202egnp.exe","b\u200b\u061c\u00ad":"\u{e0041}\ufe0f"}`);
});

test("very many fields stay within the screen, and it is told", () => {
  const input = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`field${index}`, index]));
  const text = describeInput({ input, filledIn: {} });
  expect(text.length).toBeLessThan(4_100);
  expect(text).toContain("characters left out");
});
