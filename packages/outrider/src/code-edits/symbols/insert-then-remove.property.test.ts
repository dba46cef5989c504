import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { proofCases, proofSize, seededRandom } from "../../../../toolwright/test/proof-size.ts";
import { type EditOutcome, openSymbolEdits } from "../../../test/support/symbol-edits-kit.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { openDraft } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";
import { readDraft } from "../find-symbol-to-edit.ts";
import { extentOf } from "./layout/extent.ts";
import { type CodeText, readCodeText } from "./text/code-text.ts";

/** Symbols of each file, each inserted above and below itself. */
const perFile = proofSize(40, 1);

const mark = "Copied";
const folders = join(import.meta.dirname, "../../languages");
const files = Object.fromEntries(
  readdirSync(folders, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && basename(entry.parentPath) === "fixtures" && !entry.name.endsWith(".symbols"))
    .map(({ parentPath, name }) => [
      `${basename(join(parentPath, ".."))}/${name}`,
      readFileSync(join(parentPath, name), "utf8"),
    ]),
);

test(
  "a declaration that is inserted and removed again leaves every byte as it was",
  { timeout: 3_600_000 },
  async () => {
    const random = seededRandom();
    const { edit, write, context } = await openSymbolEdits(files);
    const wrong: string[] = [];
    let tried = 0;
    for (const [path, before] of proofCases(Object.entries(files), 3)) {
      const read = await readDraft(context, openDraft(context), path).catch(() => undefined);
      if (read === undefined) continue;
      const code = await readCodeText(context, read);
      for (const symbol of draw(code.symbols, random)) {
        const { body, copy } = copyOf(code, symbol);
        for (const position of ["before", "after"] as const) {
          const insert = { action: "insert", symbol: nameOf(symbol), position, body } as const;
          const remove = { action: "remove", symbol: copy, unproven: "leave" } as const;
          const isWritten = random() < 0.5;
          if (!(await isCopied(context, path, await edit(path, insert), { code, body }))) continue;
          if (isWritten && (await write(path, insert)) !== undefined) continue;
          const outcome = await (isWritten ? edit(path, remove) : edit(path, insert, remove));
          if (isWritten) await context.project.writer.undo(undefined, { signal: context.signal });
          if (outcome.code !== undefined) continue;
          tried += 1;
          if (outcome.text !== before) {
            const how = isWritten ? "in two calls" : "in one call";
            wrong.push(`${path} ${position} ${nameOf(symbol)} ${how}: ${difference(before, outcome.text)}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(proofSize(200, 20));
  },
);

/** The copy alone is new, and whole: without the end mark of its language it may join what follows. */
async function isCopied(
  { symbols, signal }: EditContext,
  path: string,
  inserted: EditOutcome,
  { code, body }: { readonly code: CodeText; readonly body: string },
): Promise<boolean> {
  if (inserted.code !== undefined) return false;
  const after = await symbols.ofText(path, inserted.text, { signal });
  const copied = after?.symbols.filter((each) => each.path.includes(mark)) ?? [];
  const [copy] = copied;
  if (copy === undefined || (after?.symbols.length ?? 0) - copied.length !== code.symbols.length) return false;
  const lastLine = (text: string): string | undefined => text.trim().replace(/[;,]$/, "").split("\n").at(-1)?.trim();
  return lastLine(inserted.text.slice(copy.span.start, copy.span.end)) === lastLine(body);
}

function draw(symbols: readonly CodeSymbol[], random: () => number): readonly CodeSymbol[] {
  const left = [...symbols];
  const drawn: CodeSymbol[] = [];
  while (drawn.length < perFile && left.length > 0) drawn.push(...left.splice(Math.floor(random() * left.length), 1));
  return drawn;
}

/** The declaration with its comment, under a name that nothing else has. */
function copyOf(code: CodeText, symbol: CodeSymbol): { readonly body: string; readonly copy: string } {
  const { lead, coreEnd, end, separator } = extentOf(code, symbol);
  const { nameSpan, name, path } = symbol;
  const fresh = `${name}${mark}`;
  const own = code.text.slice(nameSpan.start, nameSpan.end);
  const stop = separator === ";" ? end : coreEnd;
  const body = `${code.text.slice(lead, nameSpan.start)}${own.replace(name, () => fresh)}${code.text.slice(nameSpan.end, stop)}`;
  return { body, copy: `${path.slice(0, path.length - name.length)}${fresh}` };
}

function nameOf({ kind, path, overload }: CodeSymbol): string {
  return `${kind} ${path}${overload === undefined ? "" : `[${overload}]`}`;
}

function difference(before: string, after: string): string {
  let from = 0;
  while (from < before.length && before[from] === after[from]) from += 1;
  const show = (text: string) => JSON.stringify(text.slice(Math.max(0, from - 30), from + 30));
  return `${show(before)} became ${show(after)}`;
}
