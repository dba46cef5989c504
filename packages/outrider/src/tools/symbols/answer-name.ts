import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import type { NameHit } from "../../syntax/names/name-query.ts";
import { countOf } from "../../workspace/text/visible-text.ts";
import type { NameSource } from "../name-source.ts";
import { addBodies, addMembers, type ShownHit } from "./add-parts.ts";
import { describeNothing } from "./describe-nothing.ts";
import { findNames } from "./find-names.ts";
import { pageOfHits } from "./page-of-hits.ts";
import type { SymbolsQuestion } from "./question.ts";
import type { FileRows, Output } from "./schema.ts";
import { rowOf } from "./symbol-row.ts";

/** Symbols by their name; a single small one with its body. */
export async function answerName(question: SymbolsQuestion, name: string): Promise<Output> {
  const { input } = question;
  const { hits, source } = await findNames(question, name);
  const { chosen, others } = chooseHits(hits, input.match ?? "auto");
  if (chosen.length === 0) return await describeNothing(question, name, source);
  const { items, overflow } = pageOfHits(chosen, question);
  const shown = showHits(items, source, input.docs === true);
  const isOnly = isOne(shown, chosen.length);
  const notes = [
    ...(others > 0
      ? [`${countOf(others, "other name contains", "other names contain")} it; match: "substring" lists them.`]
      : []),
    ...(await addMembers(question, shown, { isOnly })),
    ...(await addBodies(question, shown, { isOnly })),
  ];
  return {
    files: byFile(shown),
    total: chosen.length,
    notes,
    ...(source.partial === undefined ? {} : { partial: { ...source.partial } }),
    ...(overflow === undefined ? {} : { overflow }),
  };
}

interface Chosen {
  readonly chosen: readonly NameHit[];
  /** Number of names that contain the requested one and are not shown. */
  readonly others: number;
}

/** Whole names if there are any; similar names are not an answer unless requested. */
function chooseHits(hits: readonly NameHit[], match: "auto" | "exact" | "substring" | "fuzzy"): Chosen {
  if (match !== "auto") return { chosen: hits, others: 0 };
  const whole = hits.filter(({ fit }) => fit === "exact" || fit === "same-letters");
  if (whole.length > 0) return { chosen: whole, others: hits.length - whole.length };
  return { chosen: hits.filter(({ fit }) => fit !== "fuzzy"), others: 0 };
}

function showHits(hits: readonly NameHit[], source: NameSource, docs: boolean): readonly ShownHit[] {
  // Decoding a file for each of its hits would be most of the work.
  const decoded = new Map<string, readonly CodeSymbol[]>();
  return hits.flatMap(({ file, index }) => {
    const symbols = decoded.get(file) ?? source.file(file)?.symbols ?? [];
    decoded.set(file, symbols);
    const symbol = symbols[index];
    return symbol === undefined ? [] : [{ file, symbol, symbols, rows: [rowOf(symbol, { docs })] }];
  });
}

/** Whether it is one symbol, or all overloads of one. */
function isOne(shown: readonly ShownHit[], total: number): boolean {
  const [first, ...others] = shown;
  if (first === undefined || shown.length < total) return false;
  return others.every(({ file, symbol }) => file === first.file && symbol.path === first.symbol.path);
}

/** In the order of each file's best hit. */
function byFile(shown: readonly ShownHit[]): FileRows[] {
  const files = new Map<string, FileRows>();
  for (const { file, rows } of shown) {
    const known = files.get(file);
    if (known === undefined) files.set(file, { file, symbols: [...rows] });
    else known.symbols.push(...rows);
  }
  return [...files.values()];
}
