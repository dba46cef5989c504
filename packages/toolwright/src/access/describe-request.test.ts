import { expect, test } from "vitest";
import { describeInput } from "./describe-request.ts";

test("every field is seen, however long another one is", () => {
  const text = describeInput({ input: { note: "x".repeat(5_000), path: "/etc/passwd" }, filledIn: { force: true } });
  expect(text).toContain('"path":"/etc/passwd","force":true}');
  expect(text).toContain("… (4602 of 5002 characters left out)");
});

test("nothing in it changes the direction of the text or hides in it", () => {
  expect(describeInput({ input: { path: "a\u202Egnp.exe", "b\u200B": 1 }, filledIn: {} })).toBe(
    String.raw`{"path":"a\u202egnp.exe","b\u200b":1}`,
  );
});

test("very many fields are counted", () => {
  const input = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`f${index}`, index]));
  expect(describeInput({ input, filledIn: {} })).toMatch(/"f49":49,… 30 more fields\}$/);
});
