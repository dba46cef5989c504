import type { ReferenceRules, Span } from "../../languages/language.ts";
import type { SymbolKind } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import { isWhole, type ProjectSymbols, type SymbolView } from "../project-symbols.ts";
import { rememberClassifiers } from "./classify.ts";
import { candidatesOf, maxDecoded, nearestCandidates } from "./candidate-nodes.ts";
import { originsIn } from "./find-candidates.ts";
import { type DeclaredMember, givesItself } from "./gives-itself.ts";
import { type GraphNode, nodeOf } from "./graph-node.ts";
import type { Occurrence, Occurrences } from "./occurrence.ts";
import { type AskOutside, outsideIn } from "./ask-outside.ts";
import { namedTypes, onlyOne, ownTypes } from "./only-one.ts";
import { hasFiles, pathIndexOf } from "./path-index.ts";
import { visiblePath } from "./visible-scope.ts";
import { readLinked } from "./read-linked.ts";
import { outerPath } from "./lexical-scope.ts";
import { hasImplicitSelf, referenceRulesOf } from "./reference-rules.ts";
import { typeAround } from "./superclass.ts";
import { sharesPackage, targetOf } from "./target.ts";

/** Resolves names of files to declarations, only where scope or import is certain. */
export interface NameResolver {
  /** What a name at an offset of a file means. */
  resolve(
    file: string,
    at: { readonly name: string; readonly start: number },
    kinds: ReadonlySet<SymbolKind>,
  ): Promise<GraphNode | undefined>;
  /** What a name inside a span means, if it means the same everywhere there. */
  resolveWithin(file: string, name: string, span: Span, kinds: ReadonlySet<SymbolKind>): Promise<GraphNode | undefined>;
  /** The type with this path, in the file or as the only one elsewhere. */
  typeAt(file: Occurrences, path: string): GraphNode | undefined;
  /** The type with this path in a file. */
  typeIn(file: string, path: string): GraphNode | undefined;
  /** The members of a type with a name, in its file or in the one other file that continues it. */
  membersOf(
    type: GraphNode,
    name: string,
  ): { readonly file: string; readonly members: readonly CodeSymbol[] } | undefined;
  /** How many times files were read for this answer, besides those with the name that is searched for. */
  reads(): number;
  /** Whether the project declares a type of this name. */
  isDeclared(name: string): boolean;
  /** Whether a method without a written type plainly returns what it is called on. */
  givesItself(found: DeclaredMember): Promise<boolean>;
  readonly outside: AskOutside;
  /** All declarations of a function, or the one of anything else. */
  overloadsOf(node: GraphNode): readonly CodeSymbol[];
  rulesOf(file: string): ReferenceRules | undefined;
  hasImplicitSelf(language: string): boolean;
}

/** How long to wait for a table that is being built: without it, fewer names are resolved. */
const waitMs = 1_000;
/** In more files than this, it may be anything. */
const maxHomes = 8;
const maxWords = 500;
/** Nothing has this name, and only for the first name is it read how types are reached. */
const noName = "\u{0}";

type Judge = (at: Occurrence) => Promise<GraphNode | undefined>;

export async function openNameResolver(
  symbols: Pick<ProjectSymbols, "occurrences" | "view">,
  asked: readonly { readonly file: Occurrences; readonly at: Occurrence }[],
  { signal, maxReads }: { readonly signal: AbortSignal; readonly maxReads: number },
): Promise<NameResolver> {
  const view = await symbols.view({ signal, waitMs });
  const opened = new Map<string, Promise<Occurrences | undefined>>();
  const planned = namesByFile(asked);
  const headWords = new Map<string, ReadonlySet<string>>();

  /** Each file is read once for all names that receivers there begin with or types in heads have, and once for any other. */
  function open(path: string, name: string): Promise<Occurrences | undefined> {
    const names = plannedIn(path);
    return names.has(name) ? opening(path, [...names], path) : opening(path, [noName, name], `${path}\n${name}`);
  }

  function plannedIn(path: string): ReadonlySet<string> {
    const inHeads = headWords.get(path) ?? typeWordsIn(view, path);
    headWords.set(path, inHeads);
    return new Set([noName, ...(planned.get(path) ?? []), ...inHeads]);
  }

  function opening(path: string, names: readonly string[], key: string): Promise<Occurrences | undefined> {
    const known = opened.get(key) ?? (opened.size < maxReads ? read(path, names) : Promise.resolve(undefined));
    opened.set(key, known);
    return known;
  }

  async function read(path: string, names: readonly string[]): Promise<Occurrences | undefined> {
    return (await symbols.occurrences([path], names, { signal }))[0];
  }

  const judgeOf = createJudges({ symbols, view, signal, open });
  return {
    async resolve(path, { name, start }, kinds) {
      const file = await open(path, name);
      const at = file?.occurrences.find((each) => each.start === start && each.name === name);
      return file === undefined || at === undefined ? undefined : await judgeOf(file, at, kinds);
    },
    async resolveWithin(path, name, { start, end }, kinds) {
      const file = await open(path, name);
      const inside = file?.occurrences.filter(
        (at) => at.name === name && at.role !== "definition" && start <= at.start && at.start < end,
      );
      const [first] = inside ?? [];
      if (file === undefined || first === undefined) return undefined;
      const isOne = inside?.every((at) => at.local === undefined && at.receiver === first.receiver);
      return isOne === true ? await judgeOf(file, first, kinds) : undefined;
    },
    typeAt: (file, path) => typeAt(view, file, path),
    typeIn(path, name) {
      const file = view.file(path);
      const named = file?.symbols.filter((each) => each.path === name && each.kind !== "impl");
      const symbol = named?.find(({ kind }) => kind !== "type") ?? named?.[0];
      return file === undefined || symbol === undefined ? undefined : nodeOf(targetOf({ ...file, file: path }, symbol));
    },
    membersOf: (type, name) => membersOf(view, type, name),
    reads: () => opened.size,
    isDeclared: (name) => isDeclared(view, name),
    givesItself: (found) => givesItself(found, open),
    outside: outsideIn(view, (path) => open(path, noName), {
      isDeclared: (name) => isDeclared(view, name),
      hasFiles: (path) => hasFiles(pathIndexOf(view), path),
    }),
    overloadsOf: (node) => overloadsOf(view, node),
    rulesOf: (path) => referenceRulesOf(view.file(path)?.language ?? ""),
    hasImplicitSelf,
  };
}

function membersOf(view: SymbolView, type: GraphNode, name: string): ReturnType<NameResolver["membersOf"]> {
  const path = `${type.symbol.path}/${name}`;
  const membersIn = ({ language, symbols: all }: Pick<Occurrences, "language" | "symbols">) =>
    all.filter((each) => each.name === name && (each.path === path || visiblePath(language, each, all) === path));
  const home = view.file(type.file);
  const own = home === undefined ? [] : membersIn(home);
  if (own.length > 0) return { file: type.file, members: own };
  const found = view.search({ name, match: "exact" });
  // "The only one" takes a table with all files.
  const isAll = isWhole(view) && found.length <= maxDecoded;
  if (referenceRulesOf(type.language)?.hasPartialTypes !== true || !isAll) return undefined;
  const files = [...new Set(found.map(({ file }) => file))].flatMap((file) => {
    const read = view.file(file);
    if (read?.language !== type.language) return [];
    const members = membersIn(read);
    if (members.length === 0) return [];
    return sharesPackage(type, { ...read, file }) === "sure" ? [{ file, members }] : [];
  });
  return files.length === 1 ? files[0] : undefined;
}

function overloadsOf(view: SymbolView, { file, language, symbol }: GraphNode): readonly CodeSymbol[] {
  if (referenceRulesOf(language)?.writtenTypes?.mergesDeclarations !== true || symbol.kind !== "function")
    return [symbol];
  return view.file(file)?.symbols.filter(({ path, kind }) => path === symbol.path && kind === "function") ?? [symbol];
}

interface JudgeSources {
  readonly symbols: Pick<ProjectSymbols, "occurrences">;
  readonly view: SymbolView;
  readonly signal: AbortSignal;
  readonly open: (path: string, name: string) => Promise<Occurrences | undefined>;
}

/** Which declaration a name of a file means. Made once for each name: many places lead through the same one. */
function createJudges({
  symbols,
  view,
  signal,
  open,
}: JudgeSources): (file: Occurrences, at: Occurrence, kinds: ReadonlySet<SymbolKind>) => ReturnType<Judge> {
  const judges = new Map<Occurrences, Map<string, Promise<Judge>>>();
  const linked = new Map<Occurrences, Promise<readonly Occurrences[]>>();

  /** Read once for all names of a file: a header may lead to many others. */
  function linkedTo(file: Occurrences): Promise<readonly Occurrences[]> {
    const known = linked.get(file) ?? readLinked(symbols, file, file.occurrences, { view, signal });
    linked.set(file, known);
    return known;
  }

  return async (file, at, kinds) => {
    const byName = judges.get(file) ?? new Map<string, Promise<Judge>>();
    judges.set(file, byName);
    const isBare = at.receiver === undefined;
    const key = `${at.name} ${isBare} ${[...kinds].join()}`;
    const known = byName.get(key) ?? makeJudge(file, { name: at.name, isBare }, kinds);
    byName.set(key, known);
    return await (
      await known
    )(at);
  };

  async function makeJudge(
    file: Occurrences,
    { name, isBare }: { readonly name: string; readonly isBare: boolean },
    kinds: ReadonlySet<SymbolKind>,
  ): Promise<Judge> {
    const nodes = isBare ? nearestCandidates(view, file, name, kinds) : candidatesOf(view, file, [name], kinds);
    const paths = new Set(nodes.map((node) => node.file).filter((path) => path !== file.file));
    const isImported = file.imports.some(({ local }) => local === name);
    if ((nodes.length === 0 && !isImported) || paths.size > maxHomes) return async () => undefined;
    const homes = (await Promise.all([...paths].map((path) => open(path, name)))).filter((home) => home !== undefined);
    const near = sureOf(nodes, file, homes);
    const far = once(async () => {
      const known = new Set([file, ...homes].map((each) => each.file));
      const between = await linkedTo(file);
      // A file on the way may export it under another name.
      const origins = isImported ? originsIn(between, [name]) : [name];
      const others = [...origins].length > 1 ? candidatesOf(view, file, origins, kinds) : nodes;
      return sureOf(others, file, [...homes, ...between.filter((each) => !known.has(each.file))]);
    });
    // The files between are only read if no import leads straight to a declaration.
    return async (at) => {
      const direct = near(at);
      return onlyOne(direct.length > 0 || (paths.size === 0 && !isImported) ? direct : (await far())(at));
    };
  }

  function sureOf(
    nodes: readonly GraphNode[],
    file: Occurrences,
    others: readonly Occurrences[],
  ): (at: Occurrence) => readonly GraphNode[] {
    const classifierOf = rememberClassifiers([file, ...others], pathIndexOf(view));
    return (at) => nodes.filter((node) => classifierOf(node)(file, at) === "sure");
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

function namesByFile(
  asked: readonly { readonly file: Occurrences; readonly at: Occurrence }[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const { file, at } of asked) {
    const known = names.get(file.file) ?? new Set();
    names.set(file.file, known);
    const { written, steps = [] } = at.receiverPath ?? {};
    if (written === undefined) for (const { name } of steps.slice(0, 3)) known.add(name);
    else for (const word of written.text.split(/[^\p{L}\p{N}_$]+/u)) if (word !== "") known.add(word);
  }
  return names;
}

/** The words of the types that declarations write, as far as the project declares such types. */
function typeWordsIn(view: SymbolView, path: string): ReadonlySet<string> {
  const file = view.file(path);
  const rules = referenceRulesOf(file?.language ?? "")?.writtenTypes;
  const words = (file?.symbols ?? []).flatMap((symbol) => rules?.of(symbol)?.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []);
  return new Set([...new Set(words)].slice(0, maxWords).filter((name) => isDeclared(view, name)));
}

function isDeclared(view: SymbolView, name: string): boolean {
  return view.search({ name, match: "exact", kinds: namedTypes }).length > 0;
}

function typeAt(view: SymbolView, file: Occurrences, path: string): GraphNode | undefined {
  const own = file.symbols.find((symbol) => symbol.path === path && ownTypes.has(symbol.kind));
  if (own !== undefined) return nodeOf(targetOf(file, own));
  const name = path.slice(path.lastIndexOf("/") + 1);
  const isAll = isWhole(view) && view.search({ name, match: "exact", kinds: ownTypes }).length <= maxDecoded;
  if (!isAll) return undefined;
  const all = candidatesOf(view, file, [name], ownTypes).filter(
    ({ symbol, language }) => symbol.path === path && language === file.language,
  );
  return all.length === 1 ? all[0] : undefined;
}

/** The type around a place, also where code is apart from its class. */
export function ownType(names: NameResolver, file: Occurrences, at: Occurrence): GraphNode | undefined {
  const around = typeAround(file, at);
  if (around !== undefined && around.kind !== "impl") return nodeOf(targetOf(file, around));
  const within = at.within === undefined ? undefined : file.symbols[at.within];
  const path = around?.path ?? outerPath(within?.path ?? "");
  return path === "" ? undefined : names.typeAt(file, path);
}
