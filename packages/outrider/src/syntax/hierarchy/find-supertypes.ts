import { languageById } from "../../languages/language-of.ts";
import type { SymbolKind } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { SymbolView } from "../project-symbols.ts";
import { isKnown } from "../references/certainty.ts";
import { rememberClassifiers } from "../references/classify.ts";
import { findReferences } from "../references/find-references.ts";
import { originsIn } from "../references/find-candidates.ts";
import { type GraphNode, nodeOf } from "../references/graph-node.ts";
import type { Occurrence, Occurrences } from "../references/occurrence.ts";
import { pathIndexOf } from "../references/path-index.ts";
import { readLinked } from "../references/read-linked.ts";
import { targetOf } from "../references/target.ts";
import { aliasedName, extendEachOther } from "./base-places.ts";
import { superNames, type Related, type TypeSources, type TypeStep } from "./type-step.ts";

const types: ReadonlySet<SymbolKind> = new Set(["class", "interface", "struct", "enum", "trait"]);
/** What may be another name of a type. */
const otherNames: readonly SymbolKind[] = ["type", "constant", "variable"];
const declared: ReadonlySet<SymbolKind> = new Set([...types, ...otherNames]);
/** Longer chains of names are not followed. */
const maxAliases = 4;
/** With more candidates than this, it is unknown which one is meant. */
const maxCandidates = 3;
const maxDecoded = 50;

/** The types that this one names in its own head, and in its `impl`s if the language has them. */
export async function findSupertypes(
  sources: TypeSources,
  node: GraphNode,
  { view, signal }: { readonly view: SymbolView; readonly signal: AbortSignal },
): Promise<TypeStep> {
  const holders = [{ file: node.file, holder: node.symbol }, ...(await implsOf(sources, node, signal))];
  const related: Related[] = [];
  const outside: TypeStep["outside"][number][] = [];
  const unread: string[] = [];
  for (const { file, holder } of holders) {
    const source = await sources.read(file);
    if (source === undefined) {
      unread.push(file);
      continue;
    }
    const names = superNames(source.text, holder, source.language);
    if (names.length === 0) continue;
    const [read] = await sources.symbols.occurrences([file], [...new Set(names.map(({ name }) => name))], { signal });
    if (read === undefined) unread.push(file);
    const resolve = read === undefined ? undefined : await openResolver(sources, read, { names, view, signal });
    for (const { name, start } of names) {
      const at = read?.occurrences.find((each) => each.start === start);
      const found = at === undefined ? undefined : resolve?.(at);
      if (at === undefined || found === undefined || found.nodes.length === 0) outside.push({ name, file, start });
      else
        for (const named of found.nodes)
          for (const other of await behindAliases(sources, named, { view, signal }))
            related.push({ node: other, holder, at: { file, start, line: at.line }, certainty: found.certainty });
    }
  }
  return { related: related.filter(({ node: other }) => other.id !== node.id), outside, unread };
}

/** The type itself, where a declaration only gives it another name; otherwise what is declared. */
async function behindAliases(
  sources: TypeSources,
  node: GraphNode,
  { view, signal }: { readonly view: SymbolView; readonly signal: AbortSignal },
  more = maxAliases,
): Promise<readonly GraphNode[]> {
  if (types.has(node.symbol.kind) || more === 0) return [node];
  const source = await sources.read(node.file);
  const name = source === undefined ? undefined : aliasedName(source.text, node.symbol);
  if (name === undefined) return [node];
  const [read] = await sources.symbols.occurrences([node.file], [name.name], { signal });
  const at = read?.occurrences.find(({ start }) => start === name.start);
  if (read === undefined || at === undefined) return [node];
  const resolve = await openResolver(sources, read, { names: [name], view, signal });
  const found = resolve(at).nodes.filter(({ id }) => id !== node.id);
  const behind = await Promise.all(found.map((each) => behindAliases(sources, each, { view, signal }, more - 1)));
  return found.length === 0 ? [node] : behind.flat();
}

/** Declarations that name supertypes apart from the type. */
async function implsOf(
  { symbols }: TypeSources,
  node: GraphNode,
  signal: AbortSignal,
): Promise<readonly { readonly file: string; readonly holder: CodeSymbol }[]> {
  if (languageById(node.language)?.hierarchy?.continuesInImpls !== true) return [];
  if (node.symbol.kind === "trait" || node.symbol.kind === "impl") return [];
  const { files } = await findReferences(symbols, node, { signal });
  return files.flatMap(({ file, references, symbols: all }) => {
    const starts = new Set(references.map(({ start }) => start));
    return all
      .filter(({ kind, nameSpan }) => kind === "impl" && starts.has(nameSpan.start))
      .map((holder) => ({ file, holder }));
  });
}

type Resolve = (at: Occurrence) => {
  readonly nodes: readonly GraphNode[];
  readonly certainty: "sure" | "likely";
};

/** Resolves which types a name in this file may mean, by the rules for references. */
async function openResolver(
  { symbols }: TypeSources,
  file: Occurrences,
  {
    names,
    view,
    signal,
  }: { readonly names: readonly { readonly start: number }[]; readonly view: SymbolView; readonly signal: AbortSignal },
): Promise<Resolve> {
  const starts = new Set(names.map(({ start }) => start));
  const inside = file.occurrences.filter(({ start }) => starts.has(start));
  const linked = await readLinked(symbols, file, inside, { view, signal });
  const classifierOf = rememberClassifiers([file, ...linked], pathIndexOf(view));
  return (at) => {
    const judged = candidatesOf(file, at, { linked, view }).flatMap((node) => {
      const certainty = classifierOf(node)(file, at);
      return isKnown(certainty) ? [{ node, certainty }] : [];
    });
    const sure = judged.filter(({ certainty }) => certainty === "sure");
    const chosen = distinct((sure.length > 0 ? sure : judged).map(({ node }) => node));
    return { nodes: chosen.length > maxCandidates ? [] : chosen, certainty: sure.length > 0 ? "sure" : "likely" };
  };
}

/** Types with this name, or with the original name if an import renamed it, here or on the way. */
function candidatesOf(
  file: Occurrences,
  { name }: Occurrence,
  { linked, view }: { readonly linked: readonly Occurrences[]; readonly view: SymbolView },
): readonly GraphNode[] {
  const renamed = file.imports.flatMap((site) => (site.local === name && site.name !== undefined ? [site.name] : []));
  return [...originsIn(linked, [name, ...renamed])].flatMap((each) =>
    view
      .search({ name: each, match: "exact", kinds: declared })
      .slice(0, maxDecoded)
      .flatMap(({ file: path, index }) => {
        const found = view.file(path);
        const symbol = found?.symbols[index];
        if (found === undefined || symbol === undefined || symbol.name !== each) return [];
        if (!extendEachOther(found.language, file.language)) return [];
        return [nodeOf(targetOf({ ...found, file: path }, symbol))];
      }),
  );
}

function distinct(nodes: readonly GraphNode[]): readonly GraphNode[] {
  return [...new Map(nodes.map((node) => [node.id, node])).values()];
}
