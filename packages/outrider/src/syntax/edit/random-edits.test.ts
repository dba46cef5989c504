import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { languageOf } from "../../languages/language-of.ts";
import { extractSymbols } from "../extract/extract-symbols.ts";
import { checkEdit } from "./check-edit.ts";
import { proofSize } from "../../../../toolwright/test/proof-size.ts";

const folders = fileURLToPath(new URL("../../languages/", import.meta.url));

const pieces = [
  "{",
  "}",
  "(",
  ")",
  "[",
  "]",
  "<",
  ">",
  ";",
  ",",
  ":",
  "=",
  "/*",
  "*/",
  "//",
  "#",
  '"',
  "'",
  "`",
  "\\",
  "\n",
  " ",
  "    ",
];
const words = [
  "x",
  "1",
  "def",
  "end",
  "class",
  "function",
  "fn",
  "if",
  "else",
  "return",
  '"""',
  "<<EOF",
  "#if 0",
  "=begin",
  "@a",
  "?>",
];

describe.each([
  "typescript/declarations.ts",
  "tsx/panel.tsx",
  "python/shapes.py",
  "go/shapes.go",
  "rust/shapes.rs",
  "c/device.c",
  "java/Shapes.java",
  "ruby/shapes.rb",
  "php/shapes.php",
  "bash/deploy.sh",
])("%s", (path) => {
  test("whatever is put between declarations is refused, or leaves every other symbol as it was", async () => {
    const text = readFileSync(folders + path.replace("/", "/fixtures/"), "utf8");
    const file = path.slice(path.indexOf("/") + 1);
    const language = languageOf(file);
    if (language === undefined) throw new Error(`No language for ${file}.`);
    const before = (await extractSymbols(language, { file, text }))?.symbols ?? [];
    const borders = before.flatMap(({ span }) => [span.start, span.end]);
    const garbage = fc.array(fc.constantFrom(...pieces, ...words), { minLength: 1, maxLength: 8 });
    const inserted = fc.tuple(fc.constantFrom(...borders), garbage, fc.constantFrom("", "\n"));
    await fc.assert(
      fc.asyncProperty(inserted, async ([at, parts, end]) => {
        const added = `${end}${parts.join("")}${end}`;
        const check = await checkEdit(language, { file, text }, [{ start: at, end: at, text: added }]);
        if (check === undefined || check.faults.length + check.disturbed.length > 0) return;
        const made = text.slice(0, at) + added + text.slice(at);
        const after = (await extractSymbols(language, { file, text: made }))?.symbols ?? [];
        expect(check.after.symbols).toEqual(after);
        const shift = (offset: number): number => (offset >= at ? offset + added.length : offset);
        const names = new Set(after.map(({ name, kind, nameSpan }) => `${kind} ${name} ${nameSpan.start}`));
        const lost = before.filter(
          ({ name, kind, nameSpan }) => !names.has(`${kind} ${name} ${shift(nameSpan.start)}`),
        );
        expect(lost.map((symbol) => symbol.path)).toEqual([]);
      }),
      { numRuns: proofSize(25, 8) },
    );
  });
});
