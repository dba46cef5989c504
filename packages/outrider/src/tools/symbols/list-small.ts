import { softTokens } from "./soft-tokens.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import type { Importance, SymbolView } from "../../syntax/project-symbols.ts";
import { overviewTokens } from "./describe-file.ts";
import { format } from "./format.ts";
import { type Placed, placeSymbols } from "../../syntax/place-symbols.ts";
import type { Question } from "./question.ts";
import type { FileRows } from "./schema.ts";
import { rowOf } from "./symbol-row.ts";

export interface SmallList {
  readonly files: readonly FileRows[];
  readonly notes: readonly string[];
}

const everything = Number.POSITIVE_INFINITY;
/** How many symbols of each file are shown, from all down to the most used ones. */
const shares = [everything, 20, 10, 6, 4, 2, 1];

/** A few files with what they declare at their top; of each the most used symbols where there is no room for all. */
export async function listSmall(
  { input, call }: Question,
  paths: readonly string[],
  view: SymbolView,
): Promise<SmallList> {
  const { depth = 1, docs = false, limit } = input;
  const placed = paths.map((path) => ({
    path,
    symbols: placeSymbols(view.file(path)?.symbols ?? []).filter(
      ({ level, isLocal }) => level < depth && (depth > 1 || !isLocal),
    ),
  }));
  for (const share of shares) {
    // The whole project is looked at for it, which is not worth it where all has room.
    const importance = share === everything ? undefined : await view.importance({ signal: call.signal });
    const files = placed.map(({ path, symbols }) => {
      const kept = importance === undefined ? symbols : keep(symbols, share, importance);
      const rows = kept.map(({ symbol, level }) => rowOf(symbol, { docs, level, nested: symbol.parent !== undefined }));
      return {
        file: path,
        symbols: rows,
        ...(kept.length < symbols.length ? { more: symbols.length - kept.length } : {}),
      };
    });
    const tokens = await softTokens(format({ files, total: 0, notes: [] }), overviewTokens);
    if (tokens > overviewTokens && share !== shares.at(-1) && limit === undefined) continue;
    return {
      files,
      notes: share < everything ? ["Of each file the most used; path shows one in full."] : [],
    };
  }
  return { files: [], notes: [] };
}

function keep(symbols: readonly Placed[], share: number, { usesOf }: Importance): readonly Placed[] {
  if (symbols.length <= share) return symbols;
  const weigh = ({ exported, name, test }: CodeSymbol): number => (test ? -1 : (exported ? 1 : 0) + usesOf(name));
  const best = new Set(symbols.toSorted((a, b) => weigh(b.symbol) - weigh(a.symbol)).slice(0, share));
  return symbols.filter((each) => best.has(each));
}
