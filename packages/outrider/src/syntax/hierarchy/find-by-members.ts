import { posix } from "node:path";
import { languageById } from "../../languages/language-of.ts";
import { codeKinds, typeKinds, type SymbolKind } from "../../languages/symbol-kind.ts";
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
  const wanted = await methodsOf(sources, node, options, maxEmbedded);
  if (wanted.size === 0) return [];
  const { view } = options;
  const having = Array.from(wanted, ([name, shape]) => ownersOf(view, { name, shape, language: node.language }));
  const [first, ...others] = having.toSorted((a, b) => a.own.size - b.own.size);
  if (first === undefined) return [];
  return [...first.own.values(), ...embedding(view, first, node.language)]
    .filter((type) => others.every((each) => hasMethod(view, each, type, node.language)))
    .flatMap((type) => declarationsOf(view, type, node));
}

/** Which of these types implement this one only as pointers, because one of its methods is a method of the pointer. */
export async function pointersOnly<Place extends TypePath>(
  sources: TypeSources,
  node: GraphNode,
  places: readonly Place[],
  options: { readonly view: SymbolView; readonly signal: AbortSignal },
): Promise<ReadonlySet<Place>> {
  const { language } = node;
  const isOfPointer = languageById(language)?.hierarchy?.isOfPointer;
  if (isOfPointer === undefined || node.symbol.kind !== "interface") return new Set();
  const keys = new Set<string>();
  for (const name of (await methodsOf(sources, node, options, maxEmbedded)).keys())
    for (const { file, index } of options.view.search({ name, match: "exact", kinds: methods })) {
      const symbol = options.view.file(file)?.symbols[index];
      if (symbol?.name !== name || !symbol.path.includes("/") || !isOfPointer(symbol.signature)) continue;
      keys.add(keyOf({ file, path: symbol.path.slice(0, symbol.path.lastIndexOf("/")) }, language));
    }
  return new Set(places.filter((place) => keys.has(keyOf(place, language))));
}

/** The methods by name, and those that it takes over from others, each with what tells it from others of the name. */
async function methodsOf(
  sources: TypeSources,
  node: GraphNode,
  options: { readonly view: SymbolView; readonly signal: AbortSignal },
  levels: number,
): Promise<ReadonlyMap<string, string | undefined>> {
  const shapeOf = languageById(node.language)?.hierarchy?.memberShape;
  const symbols = (await sources.read(node.file))?.symbols ?? [];
  const own = symbols.filter(
    ({ kind, parent }) =>
      codeKinds.has(kind) && parent !== undefined && symbols[parent]?.nameSpan.start === node.symbol.nameSpan.start,
  );
  const names = new Map(own.map(({ name, signature }) => [name, shapeOf?.(name, signature)]));
  if (levels === 0) return names;
  const { related } = await findSupertypes(sources, node, options);
  for (const { node: above } of related)
    for (const [name, shape] of await methodsOf(sources, above, options, levels - 1)) names.set(name, shape);
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

/** The types with a method of a name by themselves, by where they are. */
interface Owners {
  readonly own: ReadonlyMap<string, TypePath>;
  /** Those whose method of the name is another one. */
  readonly others: ReadonlySet<string>;
}

interface WantedMethod {
  readonly name: string;
  readonly shape: string | undefined;
  readonly language: string;
}

function ownersOf(view: SymbolView, { name, shape, language }: WantedMethod): Owners {
  const shapeOf = languageById(language)?.hierarchy?.memberShape;
  const own = new Map<string, TypePath>();
  const others = new Set<string>();
  for (const { file, index } of view.search({ name, match: "exact", kinds: methods })) {
    const found = view.file(file);
    const symbol = found?.symbols[index];
    if (symbol?.name !== name || found?.language !== language || !symbol.path.includes("/")) continue;
    const type = { file, path: symbol.path.slice(0, symbol.path.lastIndexOf("/")) };
    const has = shape === undefined ? undefined : shapeOf?.(name, symbol.signature);
    if (has === undefined || has === shape) own.set(keyOf(type, language), type);
    else others.add(keyOf(type, language));
  }
  return { own, others };
}

function keyOf({ file, path }: TypePath, language: string): string {
  return `${packageOf(file, language)}\n${path}`;
}

/** More types with one method than this are not looked for in others. */
const maxOwners = 300;
const fields: ReadonlySet<SymbolKind> = new Set(["property"]);

/** The types that get a method by embedding one that has it. */
function embedding(view: SymbolView, { own, others }: Owners, language: string): readonly TypePath[] {
  const embeds = languageById(language)?.hierarchy?.embeds;
  if (embeds === undefined || own.size > maxOwners) return [];
  const found = new Map<string, TypePath>();
  const open = [...own.values()];
  // What is found on the way is appended.
  for (const type of open) {
    for (const { file, index } of view.search({ name: type.path, match: "exact", kinds: fields })) {
      const read = view.file(file);
      const field = read?.symbols[index];
      if (read?.language !== language || field?.name !== type.path || !field.path.includes("/")) continue;
      const embedded = embeds(field.name, field.signature);
      if (embedded === undefined || !mayMean(embedded, { file, type }, language)) continue;
      const outer = { file, path: field.path.slice(0, field.path.lastIndexOf("/")) };
      const key = keyOf(outer, language);
      if (found.has(key) || own.has(key) || others.has(key) || found.size >= maxOwners) continue;
      found.set(key, outer);
      open.push(outer);
    }
  }
  return [...found.values()];
}

/** A name alone is one of the own package; with a package before it, it is one of another. */
function mayMean(
  { qualifier }: { readonly qualifier: string | undefined },
  { file, type }: { readonly file: string; readonly type: TypePath },
  language: string,
): boolean {
  const isOwn = packageOf(file, language) === packageOf(type.file, language);
  return isOwn === (qualifier === undefined);
}

/** Whether a type has a method itself, or by what it embeds. */
function hasMethod(view: SymbolView, owners: Owners, type: TypePath, language: string, levels = maxEmbedded): boolean {
  const key = keyOf(type, language);
  if (owners.own.has(key)) return true;
  const embeds = languageById(language)?.hierarchy?.embeds;
  if (embeds === undefined || owners.others.has(key) || levels === 0) return false;
  // Its methods may be in other files than its fields.
  const declared = typesNamed(view, type.path, language).filter((each) => keyOf(each, language) === key);
  const symbols = declared.flatMap(({ file }) => view.file(file)?.symbols ?? []);
  return symbols.some(({ kind, name, path, signature }) => {
    const embedded = kind === "property" && path === `${type.path}/${name}` ? embeds(name, signature) : undefined;
    if (embedded === undefined) return false;
    return typesNamed(view, name, language)
      .filter((inner) => mayMean(embedded, { file: type.file, type: inner }, language))
      .some((inner) => hasMethod(view, owners, inner, language, levels - 1));
  });
}

function typesNamed(view: SymbolView, name: string, language: string): readonly TypePath[] {
  return view.search({ name, match: "exact", kinds: typeKinds }).flatMap(({ file, index }) => {
    const read = view.file(file);
    return read?.language === language && read.symbols[index]?.path === name ? [{ file, path: name }] : [];
  });
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
