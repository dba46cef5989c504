import { closeSync, openSync, ftruncateSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { countTokens } from "toolwright";
import { expect, test } from "vitest";
import { openReadFileKit } from "../../../test/support/read-file-kit.ts";
import { proofSize } from "../../../../toolwright/test/proof-size.ts";

const megabyte = 1024 * 1024;

/** The arguments of the call that a note names. */
function nextCall(answer: string): Record<string, unknown> | undefined {
  const json = /(?:Next|goes on|More): (\{.*\})$/m.exec(answer)?.[1];
  return json === undefined ? undefined : JSON.parse(json);
}

function numbered(answer: string): readonly (readonly [number, string])[] {
  return answer.split("\n").flatMap((line) => {
    const match = /^(\d+)\t(.*)$/.exec(line);
    return match === null ? [] : [[Number(match[1]), match[2] ?? ""] as const];
  });
}

test("a large text is read page by page without a gap, each page within the budget", async () => {
  const lines = Array.from({ length: 3000 }, (_, index) => `line ${index + 1} ${"word ".repeat(index % 17)}`.trimEnd());
  const kit = openReadFileKit({ "big.log": lines.join("\n") });
  const seen: (readonly [number, string])[] = [];
  let input: Record<string, unknown> | undefined = { path: "big.log" };
  let pages = 0;
  while (input !== undefined) {
    const answer = await kit.read(input);
    expect(await countTokens(answer)).toBeLessThanOrEqual(4_200);
    expect(answer).toContain("3000 lines");
    seen.push(...numbered(answer));
    pages += 1;
    input = nextCall(answer);
  }
  expect(seen).toEqual(lines.map((line, index) => [index + 1, line]));
  expect(pages).toBeGreaterThan(3);
});

test("an endless line is read piece by piece", async () => {
  const line = Array.from({ length: 30_000 }, (_, index) => `w${index}😀`).join(" ");
  const kit = openReadFileKit({ "min.js": `${line}\nend` });
  const first = await kit.read({ path: "min.js" });
  expect(first).toContain("2\tend");
  let text = "";
  let input: Record<string, unknown> | undefined = { path: "min.js", offset: 1, limit: 1 };
  while (input !== undefined) {
    const answer = await kit.read(input);
    expect(await countTokens(answer)).toBeLessThanOrEqual(4_200);
    text += (numbered(answer)[0]?.[1] ?? "").replace(/^…/, "").replace(/…$/, "");
    input = nextCall(answer);
  }
  expect(text).toBe(line);
});

test("a file of some 300 lines is shown whole, a longer one by its outline, and in a list each has its share", async () => {
  const line = (index: number): string => `  const value${index} = compute(${index}, "some text"); // ${index}`;
  const code = (count: number): string =>
    `function main() {\n${Array.from({ length: count }, (_, index) => line(index)).join("\n")}\n}\n`;
  const kit = openReadFileKit({ "a.ts": code(240), "b.ts": code(400) });
  const whole = await kit.read({ path: "a.ts" });
  expect(numbered(whole).map(([number]) => number)).toEqual(Array.from({ length: 242 }, (_, index) => index + 1));
  expect(await countTokens(whole)).toBeGreaterThan(4_200);
  expect(await kit.read({ path: "b.ts" })).toContain("Outline (read one with symbol):");
  const both = await kit.read({ path: ["a.ts", "b.ts"] });
  expect(await countTokens(both)).toBeLessThanOrEqual(4_500);
});

test("a large Markdown file shows its headings, code its outline, data its keys", async () => {
  const filler = "Some more words to fill the section with, in one line.\n".repeat(120);
  const markdown = ["# Guide", filler, "## Install", filler, "### Linux", filler, "## Use", filler, "# End"].join("\n");
  const body = "    call(1, 2, 3, 4, 5);\n".repeat(120);
  const typescript = `import a from "a";\n\nexport class Box {\n  open(): void {\n${body}  }\n  close() {\n${body}  }\n}\nexport function main(): void {\n${body}${body}}\n`;
  const json = JSON.stringify(
    { name: "x", list: Array.from({ length: 2000 }, (_, index) => index), deep: { a: 1 } },
    null,
    1,
  );
  const kit = openReadFileKit({ "guide.md": markdown, "box.ts": typescript, "data.json": json });
  const tail = async (path: string) => {
    const answer = await kit.read({ path });
    expect(await countTokens(answer)).toBeLessThanOrEqual(4_200);
    const lines = answer.split("\n");
    return [lines[0], ...lines.slice(lines.findIndex((line) => line.includes("symbol)")))].join("\n");
  };
  expect(await tail("guide.md")).toMatchInlineSnapshot(`
    "guide.md (489 lines, 26445 bytes)
    Headings (read one with symbol):
    1	# Guide
    123	## Install
    245	### Linux
    367	## Use
    489	# End
    Lines 1-30 of 489 lines. Next: {"path":"guide.md","offset":31}"
  `);
  expect(await tail("box.ts")).toMatchInlineSnapshot(`
    "box.ts (490 lines)
    Outline (read one with symbol):
    3-248	export class Box
    4-125	  open(): void
    126-247	  close()
    249-490	export function main(): void
    Lines 1-28 of 490 lines. Next: {"path":"box.ts","offset":29}"
  `);
  expect(await tail("data.json")).toMatchInlineSnapshot(`
    "data.json (2008 lines)
    Keys (read one with symbol):
    2	name: string
    3	list: array of 2000 (number)
    2005	deep: object, 1 key
    Lines 1-79 of 2008 lines. Next: {"path":"data.json","offset":80}"
  `);
});

test("a long symbol goes on with the lines that are left of it", async () => {
  const body = "    call(1, 2, 3);\n".repeat(900);
  const kit = openReadFileKit({ "box.ts": `function main() {\n${body}}\nfunction other() {}\n` });
  const first = await kit.read({ path: "box.ts", symbol: "main" });
  const seen = numbered(first).map(([line]) => line);
  let input = nextCall(first);
  while (input !== undefined) {
    const answer = await kit.read(input);
    seen.push(...numbered(answer).map(([line]) => line));
    input = nextCall(answer);
  }
  expect(seen).toEqual(Array.from({ length: 902 }, (_, index) => index + 1));
});

test("all matches of a pattern are reached from page to page", async () => {
  const text = Array.from({ length: 4000 }, (_, index) =>
    index % 5 === 0 ? `hit ${index}` : "some other line here",
  ).join("\n");
  const kit = openReadFileKit({ "a.txt": text });
  const seen = new Set<string>();
  let input: Record<string, unknown> | undefined = { path: "a.txt", pattern: "^hit" };
  while (input !== undefined) {
    const answer = await kit.read(input);
    expect(answer).toContain("800 matches");
    for (const [, line] of numbered(answer)) if (line.startsWith("hit")) seen.add(line);
    input = nextCall(answer);
  }
  expect(seen.size).toBe(800);
});

test("several large files share the budget", async () => {
  const text = "some words on a line\n".repeat(5000);
  const kit = openReadFileKit({ "a.txt": text, "b.txt": text, "c.txt": text, "small.txt": "x" });
  const answer = await kit.read({ path: ["small.txt", "a.txt", "b.txt", "c.txt"] });
  expect(await countTokens(answer)).toBeLessThanOrEqual(4_500);
  expect(answer.match(/of 5000 lines\. Next:/g)).toHaveLength(3);
});

/** Runs with a sampler beside it and gives how much the process grew at most, in megabytes. */
async function growth(run: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10);
  try {
    await run();
  } finally {
    clearInterval(timer);
  }
  return (Math.max(most, process.memoryUsage.rss()) - before) / megabyte;
}

function sparse(path: string, bytes: number, head: string, tail: string): void {
  const file = openSync(path, "w");
  ftruncateSync(file, bytes);
  writeSync(file, head, 0);
  writeSync(file, tail, bytes - Buffer.byteLength(tail));
  closeSync(file);
}

test("a very large file and a line of many megabytes are read by ranges only", async () => {
  const [bytes, lineBytes] = [proofSize(2048, 400) * megabyte, proofSize(600, 150) * megabyte];
  const kit = openReadFileKit();
  await kit.read({ path: "." });
  sparse(join(kit.root, "big.log"), bytes, `first\n${"a line\n".repeat(20_000)}`, "\nlast line\nend\n");
  sparse(join(kit.root, "min.js"), lineBytes, `let a;${" ".repeat(70_000)}`, "last\nline two");
  const grown = await growth(async () => {
    expect(await kit.read({ path: "big.log", limit: 1 })).toContain(`20004 lines, ${bytes} bytes`);
    expect(await kit.read({ path: "big.log", offset: 20_003 })).toMatch(/20003\tlast line\n20004\tend$/);
    expect(await kit.read({ path: "big.log", pattern: "^last line$" })).toContain("20003\tlast line");
    expect(await kit.read({ path: "min.js" })).toContain("2 lines");
    expect(await kit.read({ path: "min.js", limit: 1, column: lineBytes - 14 })).toContain("last");
  });
  expect(grown).toBeLessThan(64);
});

test("no bytes and no arguments make it crash", async () => {
  const names = [
    "a.txt",
    "a.md",
    "a.json",
    "a.yaml",
    "a.toml",
    "a.ts",
    "a.py",
    "a.rb",
    ".env",
    "secrets.json",
    "a.png",
  ];
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom(
        "# a\n",
        "---\n",
        '{"a":[',
        "key: |\n",
        "[x]\n",
        "function f() {",
        "`${",
        '"""',
        "\r",
        "\u2028",
        'A="',
      )
      .map((text) => Buffer.from(text)),
  );
  const kit = openReadFileKit();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.array(piece, { maxLength: 12 }),
      fc.record(
        {
          symbol: fc.string(),
          pattern: fc.oneof(fc.string(), fc.constant("(a+)+$")),
          offset: fc.integer({ min: 1, max: 50 }),
          limit: fc.integer({ min: 1, max: 50 }),
          column: fc.nat(50),
        },
        { requiredKeys: [] },
      ),
      async (name, pieces, options) => {
        writeFileSync(join(kit.root, name), Buffer.concat(pieces));
        const answer = await kit.read({ path: name, ...options });
        expect(answer).not.toMatch(/crashed|failed inside/);
        expect(answer).not.toMatch(/\p{Surrogate}/u);
      },
    ),
    { numRuns: proofSize(60, 15) },
  );
});

test.each([3_000, 120_000])(
  "a window in the middle of a private key shows none of it, %i lines before it",
  async (lines) => {
    const body = Array.from({ length: 50 }, (_, at) =>
      "aB3dE5gH7jK9mN2pQ4rS6tU8vW1xY0zA".repeat(3).slice(at % 32, (at % 32) + 64),
    );
    const key = ["-----BEGIN RSA ", "PRIVATE KEY-----\n", body.join("\n"), "\n-----END RSA ", "PRIVATE KEY-----"].join(
      "",
    );
    const before = Array.from({ length: lines }, (_, at) => `line ${at + 1} of a log that is long enough to fill it`);
    const kit = openReadFileKit({ "big.log": [...before, key, "after"].join("\n") });
    for (const offset of [lines + 1, lines + 2, lines + 20, lines + 49]) {
      const answer = await kit.read({ path: "big.log", offset, limit: 5 });
      for (const line of body) expect(answer).not.toContain(line.slice(0, 20));
      expect(numbered(answer).map(([number]) => number)).toEqual([0, 1, 2, 3, 4].map((each) => offset + each));
    }
    expect(await kit.read({ path: "big.log", offset: lines + 53 })).toContain("after");
  },
);
