import { expect, test } from "vitest";
import { chunkText } from "../chunks/chunk-text.ts";
import { maskSecrets } from "../embedders/mask-secrets.ts";
import { hideKeys } from "./hide-keys.ts";

test("no chunk of a private key tells anything of it, and every character stays in its place", () => {
  const line = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj";
  const key = `-----BEGIN PRIVATE KEY-----\n${`${line}\n`.repeat(60)}-----END PRIVATE KEY-----`;
  const text = `const before = 1;\nexport const key = \`${key}\`;\nexport function after() {}\n`;
  const hidden = hideKeys(text);
  expect(hidden).toHaveLength(text.length);
  expect(hidden.split("\n").map((each) => each.length)).toEqual(text.split("\n").map((each) => each.length));
  const chunks = chunkText(text, []);
  expect(chunks.length).toBeGreaterThan(1);
  const sent = chunks.map(({ start, end }) => maskSecrets(hidden.slice(start, end))).join("\n");
  expect(sent).not.toContain(line.slice(0, 12));
  expect(sent).toContain("const before = 1;");
  expect(sent).toContain("export function after() {}");
});

test("a text that only speaks of keys stays as it is", () => {
  const text = 'if (text.startsWith("-----BEGIN PRIVATE KEY-----")) return read(text);\n'.repeat(50);
  expect(hideKeys(text)).toBe(text);
});
