import { describe, expect, test } from "vitest";
import { openGrep as open } from "../../../test/support/grep-kit.ts";

describe("lines and letters that ripgrep sees otherwise", () => {
  test("a lone carriage return ends a line, as it does for whoever reads or edits the file", async () => {
    const { text } = open({
      "mac.txt": "a\rb\rc\nneedle\r\rlast\r\nneedle\r\n",
      "large.txt": `a\rb\r\n${"x\r".repeat(1_000_000)}needle\rend\n`,
    });
    expect(await text({ pattern: "needle", path: "mac.txt", context: 1 })).toMatchInlineSnapshot(`
      "2 matches in 1 file:
      mac.txt
      3-c
      4:needle
      5-
      6-last
      7:needle"
    `);
    expect(await text({ pattern: "needle", path: "large.txt", context: 1 })).toContain(
      "\n1000002-x\n1000003:needle\n1000004-end",
    );
  });

  test("UTF-16 that is too large to show says so", async () => {
    const { text } = open({ "big.txt": Buffer.from(`\u{feff}${"text\n".repeat(1_700_000)}needle\n`, "utf16le") });
    expect(await text({ pattern: "needle" })).toBe(
      "1 match in 1 file:\nbig.txt (too large to show: more than 16 MiB of UTF-16)",
    );
  });

  test("a letter that Latin-1 writes otherwise comes with a note whose pattern finds it", async () => {
    const { text, matches } = open({ "latin.txt": Buffer.from("caf\xe9\n", "latin1"), "plain.txt": "caf\n" });
    expect(await text({ pattern: "café" })).toMatchInlineSnapshot(`
      "No matches in 2 files.
      "é" is found in UTF-8 and UTF-16 only; for files in Latin-1 put \`(?-u:\\xe9)\` in its place."
    `);
    expect(await matches({ pattern: String.raw`caf(?-u:\xe9)` })).toBe(1);
    expect(await text({ pattern: "日本" })).toBe("No matches in 2 files.");
    expect(await text({ pattern: "10 €" })).toContain(String.raw`(?-u:\x80)`);
  });

  test("long lines around a match in a large file are cut, not dropped", async () => {
    const long = "y".repeat(5_000);
    const { text } = open({ "large.txt": `${"x\n".repeat(800_000)}${long}\n${long}\nneedle\n${long}\n${long}\nend\n` });
    const lines = (await text({ pattern: "needle", context: 3 })).split("\n").slice(2);
    const cut = (line: number): string => `${line}-${"y".repeat(240)}…`;
    expect(lines).toEqual([
      "800000-x",
      cut(800_001),
      cut(800_002),
      "800003:needle",
      cut(800_004),
      cut(800_005),
      "800006-end",
    ]);
  });

  test("a line that begins too far away is marked as cut at its beginning", async () => {
    const { text } = open({ "large.txt": `${"z".repeat(3_000_000)}tail\nneedle\n` });
    const [, , before = "", match] = (await text({ pattern: "needle", context: 1 })).split("\n");
    expect(before).toMatch(/^1-…z+…$/);
    expect(match).toBe("2:needle");
  });
});
