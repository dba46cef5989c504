import { readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { languageOf } from "../src/languages/language-of.ts";
import { extractSymbols } from "../src/syntax/extract/extract-symbols.ts";
import { openKit, type OutriderKit } from "./support/outrider-kit.ts";
import { writeFiles } from "./support/temp-project.ts";
import { proofSize } from "../../toolwright/test/proof-size.ts";

/** More of them on demand; a fair share in every run. */
const runs = proofSize(1_000, 20);

const folders = join(import.meta.dirname, "../src/languages");
const sources = readdirSync(folders, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && basename(entry.parentPath) === "fixtures" && !entry.name.endsWith(".symbols"))
  .map((entry) => join(entry.parentPath, entry.name))
  .toSorted();

/** Ways a file may be when the edit comes. */
const states: Readonly<Record<string, (text: string) => string | Uint8Array>> = {
  plain: (text) => text,
  crlf: (text) => text.replaceAll("\n", "\r\n"),
  mixed: (text) => text.replaceAll(/\n(?=[^\n]*\n)/g, (end, at: number) => (at % 3 === 0 ? "\r\n" : end)),
  marked: (text) => `\ufeff${text}`,
  wide: (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
  unended: (text) => text.trimEnd(),
  tabs: (text) => text.replaceAll(/^ +/gm, (blanks) => "\t".repeat(Math.ceil(blanks.length / 2))),
  cut: (text) => text.slice(0, Math.floor(text.length * 0.7)),
  astral: (text) => text.replaceAll(/\ba\b/g, "😀a"),
};

const garbage = fc.oneof(
  fc.string({ maxLength: 40, unit: "binary" }),
  fc.constantFrom("/*", '"""', "`", "{", "}", ")", "<<EOF", "#if 0", "return 1", "=begin", "\\n\\n", "'", "end"),
);

interface Wish {
  readonly source: number;
  readonly state: string;
  readonly symbol: number;
  readonly action:
    | "itself"
    | "changed"
    | "garbage"
    | "body"
    | "before"
    | "after"
    | "first"
    | "last"
    | "remove"
    | "rename"
    | "two";
  readonly text: string;
}

const wishes: fc.Arbitrary<Wish> = fc.record({
  source: fc.nat(),
  state: fc.constantFrom(...Object.keys(states)),
  symbol: fc.nat(),
  action: fc.constantFrom(
    "itself",
    "changed",
    "garbage",
    "body",
    "before",
    "after",
    "first",
    "last",
    "remove",
    "rename",
    "two",
  ),
  text: garbage,
});

test(
  `${runs} random edits of random symbols in files of any kind: undone they leave every byte as it was, refused they touch none`,
  { timeout: 3_600_000 },
  async () => {
    const kit = await openKit();
    const tally = { done: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(wishes, async (wish) => {
        const outcome = await tryWish(kit, wish);
        if (outcome !== undefined) tally[outcome] += 1;
      }),
      { numRuns: runs },
    );
    console.log(`random edits: ${JSON.stringify(tally)}`);
    expect(tally.done).toBeGreaterThan(runs / 10);
    expect(tally.refused).toBeGreaterThan(runs / 10);
  },
);

async function tryWish(kit: OutriderKit, wish: Wish): Promise<"done" | "refused" | undefined> {
  const source = sources[wish.source % sources.length] ?? "";
  const text = readFileSync(source, "utf8");
  const input = await inputFor(wish, basename(source), text);
  if (input === undefined) return undefined;
  const before = Buffer.from(states[wish.state]?.(text) ?? text);
  const file = join(kit.root, basename(source));
  writeFiles(kit.root, { [basename(source)]: before });
  try {
    const outcome = await kit.call("edit_code", { wait: 0, ...input });
    const isDone = outcome.status === "ok";
    const said = isDone ? outcome.text : `${outcome.status} ${outcome.error.message}`;
    expect(["ok", "tool_error"], said).toContain(outcome.status);
    expect(readFileSync(file).equals(before), said).toBe(!isDone);
    // Where nothing was done, there is nothing to undo.
    const undone = await kit.call("edit_code", { action: "undo" });
    expect(undone.status, said).toBe(isDone ? "ok" : "tool_error");
    expect(readFileSync(file).equals(before), said).toBe(true);
    return isDone ? "done" : "refused";
  } finally {
    rmSync(file);
  }
}

/** Undefined where the file declares nothing. */
async function inputFor(wish: Wish, path: string, text: string): Promise<object | undefined> {
  const language = languageOf(path);
  const found = language === undefined ? undefined : await extractSymbols(language, { file: path, text });
  const symbols = found?.symbols ?? [];
  const symbol = symbols[wish.symbol % Math.max(1, symbols.length)];
  if (symbol === undefined) return undefined;
  const own = text.slice(symbol.span.start, symbol.span.end);
  const overload = symbol.overload === undefined ? "" : `[${symbol.overload}]`;
  const at = { path, symbol: `${symbol.kind} ${symbol.path}${overload}` };
  const copy = own.replaceAll(symbol.name, `${symbol.name}Copy`);
  switch (wish.action) {
    case "itself":
      return { action: "replace", ...at, body: own };
    case "changed":
      return { action: "replace", ...at, body: own.replace(/\d+/, "4711").replace(/\)(?![^]*\))/, " )") };
    case "garbage":
      return { action: "replace", ...at, body: `${own}\n${wish.text}` };
    case "body":
      return { action: "replace", ...at, part: "body", body: wish.text };
    case "remove":
      return { action: "remove", ...at, unproven: "leave" };
    case "rename":
      return { action: "rename", ...at, new_name: `${symbol.name}Other` };
    case "two":
      return {
        edits: [
          { action: "insert", ...at, position: "before", body: copy },
          { action: "remove", ...at, unproven: "leave" },
        ],
      };
    default:
      return { action: "insert", ...at, position: wish.action, body: copy };
  }
}
