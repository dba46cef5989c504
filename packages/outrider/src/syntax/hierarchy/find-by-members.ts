import { posix } from "node:path";
import { languageById } from "../../languages/language-of.ts";
import { codeKinds, type SymbolKind } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { SymbolView } from "../project-symbols.ts";
import type { GraphNode } from "../references/graph-node.ts";
import { referenceRulesOf } from "../references/reference-rules.ts";
import { findSupertypes } from "./find-supertypes.ts";
import type { ShapePlace, TypeSources } from "./type-step.ts";

/** Deeper than interfaces embed each other. */
const maxEmbedded = 5;

/** The types that have all methods of this one by name, in languages where that is enough: interfaces of Go, protocols of Python. */
export async function findByMembers(
  sources: TypeSources,
  node: GraphNode,
  options: { readonly view: SymbolView; readonly signal: AbortSignal },
): Promise<readonly ShapePlace[]> {
  const source = await sources.read(node.file);
  const isShape = languageById(node.language)?.hierarchy?.byMembers;
  if (source === undefined || isShape?.(source.text, node.symbol) !== true) return [];
  const names = await methodsOf(sources, node, options, maxEmbedded);
  if (names.size === 0) return [];
  const { view } = options;
  const having = [...names].map((name) => ownersOf(view, name, node.language));
  const [first, ...others] = having.toSorted((a, b) => a.size - b.size);
  return [...(first ?? [])]
    .filter(([owner]) => others.every((each) => each.has(owner)))
    .flatMap(([, path]) => declarationsOf(view, path, node));
}

/** The names of its methods, and of those that it takes over from others. */
async function methodsOf(
  sources: TypeSources,
  node: GraphNode,
  options: { readonly view: SymbolView; readonly signal: AbortSignal },
  levels: number,
): Promise<ReadonlySet<string>> {
  const symbols = (await sources.read(node.file))?.symbols ?? [];
  const own = symbols.filter(
    ({ kind, parent }) =>
      codeKinds.has(kind) && parent !== undefined && symbols[parent]?.nameSpan.start === node.symbol.nameSpan.start,
  );
  const names = new Set(own.map(({ name }) => name));
  if (levels === 0) return names;
  const { related } = await findSupertypes(sources, node, options);
  for (const { node: above } of related)
    for (const name of await methodsOf(sources, above, options, levels - 1)) names.add(name);
  return names;
}

interface TypePath {
  readonly file: string;
  readonly path: string;
}

const methods: ReadonlySet<SymbolKind> = new Set(["method", "function"]);

/** A type and its methods are in one file, or in one directory where files share it. */
function packageOf(file: string, language: string): string {
  return referenceRulesOf(language)?.sharesDirectory === true ? posix.dirname(file) : file;
}

/** The types with a method of this name. */
function ownersOf(view: SymbolView, name: string, language: string): ReadonlyMap<string, TypePath> {
  const owners = new Map<string, TypePath>();
  for (const { file, index } of view.search({ name, match: "exact", kinds: methods })) {
    const found = view.file(file);
    const symbol = found?.symbols[index];
    if (symbol?.name !== name || found?.language !== language || !symbol.path.includes("/")) continue;
    const path = symbol.path.slice(0, symbol.path.lastIndexOf("/"));
    owners.set(`${packageOf(file, language)}\n${path}`, { file, path });
  }
  return owners;
}

const concrete: ReadonlySet<SymbolKind> = new Set(["class", "struct", "type", "enum"]);

function declarationsOf(view: SymbolView, { file, path }: TypePath, asked: GraphNode): readonly ShapePlace[] {
  const own = packageOf(file, asked.language);
  const name = path.slice(path.lastIndexOf("/") + 1);
  return view.search({ name, match: "exact", kinds: concrete }).flatMap((hit) => {
    const found = view.file(hit.file);
    const symbol = found?.symbols[hit.index];
    if (found === undefined || symbol?.path !== path || packageOf(hit.file, asked.language) !== own) return [];
    const isAsked = hit.file === asked.file && symbol.nameSpan.start === asked.symbol.nameSpan.start;
    return isAsked ? [] : [placeOf(hit.file, symbol)];
  });
}

function placeOf(file: string, symbol: CodeSymbol): ShapePlace {
  return { file, line: symbol.line, shape: "members", symbol, certainty: "likely" };
}
