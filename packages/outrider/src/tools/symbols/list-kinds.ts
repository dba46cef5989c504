import type { SymbolKind } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { createPause } from "../../workspace/freshness/slices.ts";
import { countOf } from "../../workspace/text/count-of.ts";
import { pageOfHits } from "./page-of-hits.ts";
import type { Question } from "./question.ts";
import { readView } from "./read-view.ts";
import type { FileRows, Output } from "./schema.ts";
import type { Scope } from "../file-scope.ts";
import { rowOf } from "./symbol-row.ts";

const waitMs = 8_000;

interface Listed {
  readonly file: string;
  readonly symbol: CodeSymbol;
}

/** Every symbol of some kinds, file by file. */
export async function listKinds(
  question: Question,
  kinds: ReadonlySet<SymbolKind>,
  scope: Exclude<Scope, { readonly kind: "file" }>,
): Promise<Output> {
  const { input, call } = question;
  const view = await readView(question, waitMs);
  const paths = view.paths.filter(scope.has);
  const listed: Listed[] = [];
  const pause = createPause(call.signal);
  for (const file of paths) {
    for (const symbol of view.file(file)?.symbols ?? []) if (kinds.has(symbol.kind)) listed.push({ file, symbol });
    const paused = pause();
    if (paused !== undefined) await paused;
  }
  const { items, overflow } = pageOfHits(listed, question);
  const files = new Map<string, FileRows>();
  for (const { file, symbol } of items) {
    const known = files.get(file) ?? { file, symbols: [] };
    known.symbols.push(rowOf(symbol, { docs: input.docs === true }));
    files.set(file, known);
  }
  const { completeness } = view;
  const wanted = [...kinds].join(" or ");
  return {
    ...(listed.length === 0 ? { head: `No ${wanted} in ${countOf(paths.length, "file")} of ${scope.shown}.` } : {}),
    files: [...files.values()],
    total: listed.length,
    notes: [],
    ...(completeness.state === "partial" ? { partial: { done: completeness.done, total: completeness.total } } : {}),
    ...(overflow === undefined ? {} : { overflow }),
  };
}
