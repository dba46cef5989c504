import { closeSync, ftruncateSync, mkdirSync, openSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { describe, expect, test } from "vitest";
import { openSymbolsKit } from "./support/symbols-kit.ts";
import { languages } from "../src/languages/index.ts";
import { limitFor } from "../../toolwright/test/slowdown.ts";

const { signal } = new AbortController();
const good = { "good.ts": "export function good(): void {}\n" };

/** What it holds, its name, its content, and what is noted of it. */
const oddFiles: readonly (readonly [string, string, string | Uint8Array, string?])[] = [
  ["a text cut in the middle", "cut.ts", "export class A {\n  method( {\n    if ("],
  ["no text at all", "empty.py", ""],
  ["only spaces and line ends", "blank.go", " \r\n\n\r \t"],
  ["bytes that are no text", "binary.c", Uint8Array.from({ length: 4_096 }, (_, at) => (at * 7) % 256), "binary"],
  ["NUL in a text", "nul.rb", "def a\n\u0000\nend\n", "binary"],
  ["bytes that are no UTF-8", "latin.py", Buffer.from("def gr\xfc\xdfe():\n    pass\n", "latin1")],
  ["half a character at the end", "half.py", Buffer.from([0x78, 0x3d, 0x31, 0x0a, 0xe2, 0x82])],
  ["brackets in each other", "deep.json", "[\n".repeat(30_000)],
  ["calls in each other", "deep.js", `${"f(".repeat(50_000)}${")".repeat(50_000)}`, "minified"],
  ["calls in each other, a line each", "tall.js", `${"f(\n".repeat(20_000)}${")\n".repeat(20_000)}`, "took too long"],
  ["blocks in each other", "deep.rs", `fn a() {${"{\n".repeat(20_000)}`],
  [
    "classes in each other",
    "nest.py",
    Array.from({ length: 300 }, (_, at) => `${" ".repeat(at)}class A${at}:\n`).join(""),
  ],
  ["one very long line", "long.js", `var a = "${"x".repeat(100_000)}";\n`, "minified"],
  ["a name that claims to be small", "app.min.js", "var a=1;", "minified"],
  [
    "very many declarations",
    "many.ts",
    Array.from({ length: 20_000 }, (_, at) => `export const c${at} = ${at};\n`).join(""),
  ],
  [
    "much data",
    "big.json",
    `{${Array.from({ length: 20_000 }, (_, at) => `"key${at}":${at}`).join(",\n")}}`,
    "large data",
  ],
  ["data that is none", "bad.yaml", "a: [1, 2\nb: {\n"],
  ["names that are not names", "odd.ts", "export const \u202e = 1;\nclass \u0000 {}\n", "binary"],
];

describe("whatever a file holds, there is an answer, and the others keep theirs", () => {
  test("all in one project", async () => {
    const files = Object.fromEntries(oddFiles.map(([, name, content]) => [name, content]));
    const { symbols } = await openSymbolsKit({ ...good, ...files });
    const view = await symbols.view({ signal, waitMs: 100_000 });
    expect(view.completeness).toEqual({ state: "complete" });
    expect(view.search({ name: "good", match: "exact" })).toHaveLength(1);
    const notes = oddFiles.map(([what, name]) => [what, view.paths.includes(name), view.file(name)?.note]);
    expect(notes).toEqual(oddFiles.map(([what, , , note]) => [what, true, note]));
  });

  test("100 MB", async () => {
    const { symbols, root } = await openSymbolsKit(good);
    const descriptor = openSync(join(root, "huge.ts"), "w");
    ftruncateSync(descriptor, 100 * 1024 * 1024);
    closeSync(descriptor);
    const view = await symbols.view({ signal });
    expect(view.file("huge.ts")?.note).toBe("too large");
    expect(symbols.status().notes).toEqual([{ note: "too large", files: 1, examples: ["huge.ts"] }]);
  });

  test("links that lead in circles, out of the project and nowhere", async () => {
    const { symbols, root } = await openSymbolsKit(good);
    mkdirSync(join(root, "a"));
    symlinkSync("..", join(root, "a/up"));
    symlinkSync("self.ts", join(root, "self.ts"));
    symlinkSync("/etc", join(root, "etc"));
    symlinkSync("nowhere.ts", join(root, "dangling.ts"));
    const view = await symbols.view({ signal });
    expect(view.paths).toEqual(["good.ts"]);
  });

  test("every language survives pieces of every other", async () => {
    const pieces = [
      "{",
      "}",
      '"',
      "'",
      "`",
      "(",
      "/*",
      "<!--",
      "#if",
      "<<EOF",
      "\\",
      "\u{1F600}",
      "\r",
      "def ",
      "class ",
      "=>",
      "::",
    ];
    const files = Object.fromEntries(
      languages.flatMap(({ id, extensions: [ending] }, seed) =>
        ending === undefined
          ? []
          : [
              [
                `${id}.${ending}`,
                Array.from({ length: 400 }, (_, at) => pieces[(at * at + at * seed + seed) % pieces.length]).join(""),
              ],
            ],
      ),
    );
    const { symbols } = await openSymbolsKit({ ...good, ...files });
    const view = await symbols.view({ signal, waitMs: 180_000 });
    expect(view.completeness).toEqual({ state: "complete" });
    expect(view.paths.filter((path) => view.file(path)?.note === "the parser failed on it")).toEqual([]);
  });
});

test("while hard texts are parsed, the loop answers others", async () => {
  const hard = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [
      `hard${at}.cpp`,
      `void f${at}() {${"<(".repeat(30_000)}\n}`.replaceAll("(((", "(\n(("),
    ]),
  );
  const { symbols } = await openSymbolsKit({ ...good, ...hard });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await symbols.view({ signal, waitMs: 180_000 });
  delay.disable();
  expect(delay.max / 1e6).toBeLessThan(limitFor(delay.max / 1e6, 500));
});

test("secrets have no symbols", async () => {
  const { symbols } = await openSymbolsKit({
    ...good,
    ".env": "API_KEY=abc\n",
    id_rsa: "-----BEGIN OPENSSH PRIVATE KEY-----\n",
    "credentials.json": '{"private_key": "abc"}',
  });
  const view = await symbols.view({ signal });
  expect(view.paths).toEqual(["good.ts"]);
  expect(await symbols.filesWith(["private_key", "API_KEY"], { signal })).toEqual([]);
  expect(await symbols.filesNaming(["private_key", "API_KEY"], { signal })).toEqual([]);
});

test("a file that is cut while it is read is seen as it is afterwards", async () => {
  const { symbols, root } = await openSymbolsKit({ "a.ts": "export const one = 1;\n" });
  for (let round = 0; round < 9; round += 1) {
    writeFileSync(join(root, "a.ts"), `export const value${round} = 1;\n`.repeat(round % 3 === 0 ? 1 : 500));
    const view = await symbols.view({ signal });
    expect(view.search({ name: `value${round}`, match: "exact" }).length).toBe(round % 3 === 0 ? 1 : 500);
  }
});
