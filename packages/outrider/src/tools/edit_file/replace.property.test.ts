import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openKit, type OutriderKit } from "../../../test/support/outrider-kit.ts";
import { proofSeed, proofSize } from "../../../../toolwright/test/proof-size.ts";

const runs = { numRuns: proofSize(400, 25), seed: proofSeed };

const ends = ["\n", "\r\n", "\r"] as const;
const letters = fc.constantFrom("a", "b", "ab", " ", "é", "😀", "$", "\\", "(", "e\u{301}", "\t", ".");
const line = fc.array(letters, { maxLength: 8 }).map((parts) => parts.join(""));
const lines = fc.array(line, { minLength: 1, maxLength: 8 });

/** How a text stands on the disk. */
const encodings = {
  "utf-8": (text: string) => Buffer.from(text),
  marked: (text: string) => Buffer.from(`\u{feff}${text}`),
  "utf-16": (text: string) => Buffer.from(`\u{feff}${text}`, "utf16le"),
} as const;
const encoding = fc.constantFrom<keyof typeof encodings>("utf-8", "marked", "utf-16");

test(
  "a text is replaced as splitting and joining would do it, in any encoding and with any line ends",
  { timeout: 600_000 },
  async () => {
    const kit = await openKit({ "z.txt": "" });
    const literal = fc.array(line, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("\n"));
    await fc.assert(
      fc.asyncProperty(
        lines,
        fc.constantFrom(...ends),
        encoding,
        literal,
        literal,
        async (all, end, how, old, text) => {
          fc.pre(old !== "");
          const plain = all.join("\n");
          const onDisk = (content: string): Buffer => encodings[how](content.replaceAll("\n", end));
          const wanted = plain.split(old).join(text);
          const input = { path: "a.txt", glob: "*", old_string: old, new_string: text };
          expect(await replace(kit, onDisk(plain), input)).toEqual(onDisk(wanted));
        },
      ),
      runs,
    );
  },
);

/** Expressions and templates of which JavaScript and Rust think the same, with those of JavaScript. */
const expressions = [
  ["a+", "<$0>", /a+/gu, "<$&>"],
  ["(a)(b)?", "$2-$1", /(a)(b)?/gu, "$2-$1"],
  ["^", "> ", /^/gu, "> "],
  ["$", ";", /$/gu, ";"],
  ["[^a]b", "${0}$$", /[^a]b/gu, "$&$$"],
  ["(?P<x>.)😀", "$x", /(?<x>.)😀/gu, "$<x>"],
  ["é| +", "", /é| +/gu, ""],
  [String.raw`(\$|\\)`, "[$1]", /(\$|\\)/gu, "[$1]"],
  ["(?i)A(.)$", "$1a", /a(.)$/giu, "$1a"],
  [".+", "x", /.+/gu, "x"],
] as const;

test("an expression is replaced line by line as another engine does it", { timeout: 600_000 }, async () => {
  const kit = await openKit({ "z.txt": "" });
  await fc.assert(
    fc.asyncProperty(
      lines,
      fc.constantFrom(...ends),
      encoding,
      fc.nat(expressions.length - 1),
      async (all, end, how, at) => {
        const [pattern, template, expression, same] = expressions[at] ?? expressions[0];
        // Behind the last line end there is no line.
        const own = all.at(-1) === "" ? all.slice(0, -1) : all;
        // An empty match at the very end is not placed.
        const tail = own.length === all.length && pattern !== "$" ? "" : "\n";
        const onDisk = (content: readonly string[]): Buffer =>
          encodings[how]((content.join("\n") + (content.length === 0 ? "" : tail)).replaceAll("\n", end));
        const wanted = own.map((each) => each.replace(expression, same));
        const input = { path: "a.txt", pattern, new_string: template };
        expect(await replace(kit, onDisk(own), input)).toEqual(onDisk(wanted));
      },
    ),
    runs,
  );
});

test(
  "with mixed line ends and bytes that are no text, everything beside the matches stays to the byte",
  { timeout: 600_000 },
  async () => {
    const kit = await openKit({ "z.txt": "" });
    const piece = fc.constantFrom("x", "é", "\n", "\r\n", "\r", "\xff", "old", " ");
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => {
        const bytes = (old: string): Buffer =>
          Buffer.concat(
            pieces.map((each) => (each === "\xff" ? Buffer.of(0xff) : Buffer.from(each === "old" ? old : each))),
          );
        const input = { path: "a.txt", pattern: "old", new_string: "new" };
        const after = await replace(kit, bytes("old"), input);
        // In a text that is taken for an 8-bit encoding, the same holds.
        expect(after).toEqual(bytes("new"));
      }),
      runs,
    );
  },
);

/** What is in the file afterwards, written through a preview; as it was, if there is nothing to replace. */
async function replace(kit: OutriderKit, bytes: Buffer, input: object): Promise<Buffer> {
  const path = join(kit.root, "a.txt");
  writeFileSync(path, bytes);
  const shown = await kit.call("edit_file", input);
  if (shown.status !== "ok") {
    if (!["no_match", "no_change"].includes(shown.error.code)) throw new Error(shown.error.message);
    return readFileSync(path);
  }
  const apply = /^Preview ([0-9a-f]{8}):/.exec(shown.text)?.[1];
  await kit.read("edit_file", { apply });
  const after = readFileSync(path);
  await kit.read("edit_code", { action: "undo" });
  expect(readFileSync(path)).toEqual(bytes);
  return after;
}
