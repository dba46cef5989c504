import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSymbolEdits } from "../../../test/support/symbol-edits-kit.ts";
import { readCodeText } from "./text/code-text.ts";
import { extentOf } from "./layout/extent.ts";
import { readDraft } from "../find-symbol-to-edit.ts";
import { openDraft } from "../draft.ts";
import { proofSize } from "../../../../toolwright/test/proof-size.ts";

const maxOfEach = proofSize(8, 2);
const languages = "typescript tsx javascript python go rust cpp java ruby php csharp kotlin".split(" ");
const folders = join(import.meta.dirname, "../../languages");
const files = Object.fromEntries(
  languages.flatMap((language) =>
    readdirSync(join(folders, language, "fixtures"))
      .filter((name) => !name.endsWith(".symbols"))
      .map((name) => [`${language}/${name}`, readFileSync(join(folders, language, "fixtures", name), "utf8")] as const),
  ),
);

test("a declaration that is replaced by itself leaves the file as it was", { timeout: 600_000 }, async () => {
  const { edit, context } = await openSymbolEdits(files);
  const wrong: string[] = [];
  let tried = 0;
  for (const [path, before] of Object.entries(files)) {
    const read = await readDraft(context, openDraft(context), path).catch(() => undefined);
    if (read === undefined) continue;
    const code = await readCodeText(context, read);
    for (const symbol of some(code.symbols)) {
      const { start, end } = extentOf(code, symbol);
      const name = `${symbol.path}${symbol.overload === undefined ? "" : `[${symbol.overload}]`}`;
      const outcome = await edit(path, { action: "replace", symbol: name, body: code.text.slice(start, end) });
      tried += 1;
      const isAmbiguous = outcome.code === "ambiguous_symbol" || outcome.code === "no_symbol";
      if (outcome.text !== before) wrong.push(`${path} ${name}: changed`);
      else if (outcome.code !== undefined && !isAmbiguous) wrong.push(`${path} ${name}: ${outcome.message}`);
      else if (outcome.notes.some((note) => note.includes("Gone") || note.includes("no more"))) {
        wrong.push(`${path} ${name}: ${outcome.notes.join(" ")}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(20);
});

test(
  "what is taken out and put back at the same place is there again, but for empty lines",
  { timeout: 600_000 },
  async () => {
    const { edit, context } = await openSymbolEdits(files);
    const wrong: string[] = [];
    let tried = 0;
    for (const [path, before] of Object.entries(files)) {
      const read = await readDraft(context, openDraft(context), path).catch(() => undefined);
      if (read === undefined) continue;
      const code = await readCodeText(context, read);
      const tops = code.symbols.filter(({ parent }) => parent === undefined);
      for (const [index, symbol] of tops.entries()) {
        const next = tops[index + 1];
        if (index % Math.ceil(tops.length / Math.max(1, maxOfEach / 2)) !== 0 || next === undefined) continue;
        if (symbol.overload !== undefined || next.overload !== undefined) continue;
        const { lead, tail, isAlone } = extentOf(code, symbol);
        if (!isAlone || !extentOf(code, next).isAlone || symbol.name === next.name) continue;
        // Other statements in between, and it would be another place.
        if (code.text.slice(tail, extentOf(code, next).lead).trim() !== "") continue;
        const body = code.text.slice(lead, tail);
        const outcome = await edit(
          path,
          { action: "remove", symbol: symbol.path, unproven: "leave" },
          { action: "insert", symbol: next.path, position: "before", body },
        );
        if (outcome.code !== undefined) continue;
        tried += 1;
        if (withoutEmpty(outcome.text) !== withoutEmpty(before)) wrong.push(`${path} ${symbol.path}\n${outcome.text}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(5);
  },
);

function some<Item>(items: readonly Item[]): readonly Item[] {
  const step = Math.max(1, Math.floor(items.length / maxOfEach));
  return items.filter((_, index) => index % step === 0).slice(0, maxOfEach);
}

function withoutEmpty(text: string): string {
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .join("\n");
}
