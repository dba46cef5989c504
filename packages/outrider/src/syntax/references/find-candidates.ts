import { languageById } from "../../languages/language-of.ts";
import type { SymbolKind } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { SymbolView } from "../project-symbols.ts";
import type { Known } from "./importer.ts";
import { rememberClassifiers } from "./classify.ts";
import { nameHandedOn } from "./find-bindings.ts";
import { type GraphNode, nodeOf } from "./graph-node.ts";
import type { Occurrence, Occurrences } from "./occurrence.ts";
import { pathIndexOf } from "./path-index.ts";
import { targetOf } from "./target.ts";

export interface Resolved {
  readonly nodes: readonly GraphNode[];
  readonly certainty: Known;
}

const callable: ReadonlySet<SymbolKind> = new Set([
  "function",
  "method",
  "class",
  "struct",
  "macro",
  "constant",
  "variable",
  "property",
  "member",
]);

/** A name with more declarations than this says nothing. */
const maxDecoded = 50;

/** Resolves what a call in a file, or a name of these kinds, may mean, by the same rules that find references. */
export function findCandidates(
  file: Occurrences,
  linked: readonly Occurrences[],
  view: SymbolView,
  kinds: ReadonlySet<SymbolKind> = callable,
): (at: Occurrence) => Resolved {
  const files = [file, ...linked];
  const classifierOf = rememberClassifiers(files, pathIndexOf(view));
  const named = new Map<string, readonly GraphNode[]>();

  function nodesNamed(name: string): readonly GraphNode[] {
    const known = named.get(name) ?? withDefaults(name);
    named.set(name, known);
    return known;
  }

  /** Symbols with the name, or with its original name if an import renamed it, and what a default import may mean. */
  function withDefaults(name: string): readonly GraphNode[] {
    const site = file.imports.find(({ local }) => local === name);
    const written = site?.name !== undefined && site.name !== name ? [name, site.name] : [name];
    const names = new Set([...originsIn(linked, written)].filter((each) => each !== "default"));
    const isDefault = site !== undefined && (site.name === "default" || site.name === undefined);
    const defaults = isDefault ? linked.flatMap((each) => defaultsIn(each)) : [];
    return [...[...names].flatMap((each) => search(view, each, kinds)), ...defaults];
  }

  return (at) => {
    const judged = nodesNamed(at.name).map((node) => ({ node, certainty: classifierOf(node)(file, at) }));
    const sure = judged.filter(({ certainty }) => certainty === "sure");
    const chosen = sure.length > 0 ? sure : judged.filter(({ certainty }) => certainty === "likely");
    const nodes = distinct(chosen.map(({ node }) => asConstructor(node, view)));
    return { nodes, certainty: sure.length > 0 ? "sure" : "likely" };
  };
}

/** These names, and the original names they may have had before files on the way re-exported them under others. */
export function originsIn(linked: readonly Occurrences[], names: readonly string[]): ReadonlySet<string> {
  const found = new Set(names);
  // Iterating over a set includes elements added meanwhile.
  for (const name of found) {
    for (const { imports, occurrences } of linked) {
      for (const site of imports)
        if (site.name !== undefined && nameHandedOn(site.local ?? "") === name) found.add(site.name);
      for (const at of occurrences) if (at.exportedAs === name) found.add(at.name);
    }
  }
  return found;
}

function search(view: SymbolView, name: string, kinds: ReadonlySet<SymbolKind>): readonly GraphNode[] {
  const hits = view.search({ name, match: "exact", kinds });
  return hits.slice(0, maxDecoded).flatMap(({ file: path, index }) => {
    const file = view.file(path);
    const symbol = file?.symbols[index];
    if (file === undefined || symbol === undefined || symbol.name !== name) return [];
    return [nodeOf(targetOf({ ...file, file: path }, symbol))];
  });
}

/** The default export of a module, whatever its name. */
function defaultsIn(file: Occurrences): readonly GraphNode[] {
  return file.symbols
    .filter(({ signature, parent }) => parent === undefined && /^export default\b/.test(signature))
    .map((symbol) => nodeOf(targetOf(file, symbol)));
}

/** Among several declarations of the same function, the one with the body: not a prototype or an overload signature. */
function distinct(nodes: readonly GraphNode[]): readonly GraphNode[] {
  const byPath = new Map<string, GraphNode>();
  for (const node of nodes) {
    const isApart = languageById(node.language)?.heads?.acrossFiles === true;
    const key = isApart ? node.symbol.path : `${node.file}:${node.symbol.path}`;
    const known = byPath.get(key);
    if (known === undefined || (known.symbol.bodySpan === undefined && node.symbol.bodySpan !== undefined))
      byPath.set(key, node);
  }
  return [...byPath.values()];
}

/** Creating a value of a type calls its constructor, if it has one. */
function asConstructor(node: GraphNode, view: SymbolView): GraphNode {
  const { symbol, file: path } = node;
  if (symbol.kind !== "class" && symbol.kind !== "struct") return node;
  const file = view.file(path);
  const inside = (each: CodeSymbol): boolean =>
    file?.symbols[each.parent ?? -1]?.nameSpan.start === symbol.nameSpan.start;
  const constructor = file?.symbols.find((each) => each.kind === "constructor" && inside(each));
  return file === undefined || constructor === undefined
    ? node
    : nodeOf(targetOf({ ...file, file: path }, constructor));
}
