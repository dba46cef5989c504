import type { SymbolKind } from "../../languages/symbol-kind.ts";
import type { SymbolView } from "../project-symbols.ts";
import { type GraphNode, nodeOf } from "./graph-node.ts";
import type { Occurrences } from "./occurrence.ts";
import { pathIndexOf, pathsMeant } from "./path-index.ts";
import { referenceRulesOf } from "./reference-rules.ts";
import { targetOf } from "./target.ts";

/** A name with more declarations than this says nothing, unless it is known which files count. */
export const maxDecoded = 50;

/** What a bare name of a file may mean: where imports lead straight to files that declare it, only what these declare. */
export function nearestCandidates(
  view: SymbolView,
  file: Occurrences,
  name: string,
  kinds: ReadonlySet<SymbolKind>,
): readonly GraphNode[] {
  const files = filesNear(view, file, name);
  const all = candidatesOf(view, file, [name], kinds, files);
  const near = all.filter((node) => files.has(node.file));
  const isImported = file.imports.some(({ local }) => local === name);
  const isFound = isImported ? near.some((node) => node.file !== file.file) : near.length > 0;
  return isFound ? near : all;
}

/** Declarations with one of these names, or with the original name if an import renamed it. */
export function candidatesOf(
  view: SymbolView,
  file: Occurrences,
  names: Iterable<string>,
  kinds: ReadonlySet<SymbolKind>,
  near: ReadonlySet<string> = new Set(),
): readonly GraphNode[] {
  const wanted = new Set(names);
  for (const { local, name } of file.imports)
    if (local !== undefined && name !== undefined && wanted.has(local)) wanted.add(name);
  return [...wanted].flatMap((each) =>
    inOrder(view.search({ name: each, match: "exact", kinds }), near)
      .slice(0, maxDecoded)
      .flatMap(({ file: path, index }) => {
        const found = view.file(path);
        const symbol = found?.symbols[index];
        if (found === undefined || symbol === undefined || symbol.name !== each) return [];
        return [nodeOf(targetOf({ ...found, file: path }, symbol))];
      }),
  );
}

/** Those in these files first. */
function inOrder<Hit extends { readonly file: string }>(
  hits: readonly Hit[],
  files: ReadonlySet<string>,
): readonly Hit[] {
  if (hits.length <= maxDecoded || files.size === 0) return hits;
  return [...hits.filter(({ file }) => files.has(file)), ...hits.filter(({ file }) => !files.has(file))];
}

/** Where only names that are declared or imported are visible: the files that declare a bare one, as far as imports lead straight there. */
function filesNear(view: SymbolView, file: Occurrences, name: string): ReadonlySet<string> {
  if (referenceRulesOf(file.language)?.modules !== "relative-path") return new Set();
  const sites = file.imports.filter(({ local }) => local === name);
  return new Set([file.file, ...sites.flatMap((site) => pathsMeant(pathIndexOf(view), file, site))]);
}
