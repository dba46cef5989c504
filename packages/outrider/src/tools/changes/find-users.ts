import { languageById } from "../../languages/language-of.ts";
import { codeKinds, typeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { relatedMembers } from "../../syntax/hierarchy/related-members.ts";
import type { ProjectSymbols, SymbolView } from "../../syntax/project-symbols.ts";
import { callerIn } from "../../syntax/references/find-callers.ts";
import { findReferences } from "../../syntax/references/find-references.ts";
import { type GraphNode, nodeOf } from "../../syntax/references/graph-node.ts";
import { rememberReads } from "../../syntax/references/remember-reads.ts";
import { namesAbove } from "../../syntax/references/superclass.ts";
import { isMember, type Target, targetOf } from "../../syntax/references/target.ts";

/** Why there may be more users. "unread", "broken": files that name it. "implied": it may be called without its name. */
export type UnknownUsers = "unread" | "broken" | "implied";

/** The code around a use. */
export interface User {
  readonly node: GraphNode;
  /** Of the use; 0-based. */
  readonly line: number;
  readonly isLikely: boolean;
}

/** Where a symbol is used, imports included. */
export interface UsePlace {
  readonly file: string;
  readonly line: number;
  readonly isLikely: boolean;
}

export interface Users {
  readonly users: readonly User[];
  readonly places: readonly UsePlace[];
  readonly open: readonly UnknownUsers[];
}

export interface UsersOptions {
  readonly symbols: ProjectSymbols;
  readonly view: SymbolView;
  readonly signal: AbortSignal;
}

/** Finds the code that uses one symbol after another; what was read for one is not read again for the next. */
export function openUsers({ symbols, view, signal }: UsersOptions) {
  const reads = rememberReads(symbols);
  const found = new Map<string, Promise<Users>>();
  return {
    /** Also through what the symbol overrides, interfaces it fits, and its type, where others may call it. */
    usersOf(node: GraphNode): Promise<Users> {
      const known = found.get(node.id) ?? readWays(node);
      found.set(node.id, known);
      return known;
    },
    /** Where something that is gone is still used. */
    async placesOf(gone: Target): Promise<Pick<Users, "places" | "open">> {
      return await readUsers(nodeOf(gone), false);
    },
  };

  async function readWays(node: GraphNode): Promise<Users> {
    const own = await readUsers(node, false);
    const through = await Promise.all(waysTo(node, view).map((other) => readUsers(other, true)));
    return {
      users: [own, ...through].flatMap(({ users }) => users),
      places: own.places,
      open: [...own.open, ...(isCalledUnnamed(node, view) ? (["implied"] as const) : [])],
    };
  }

  async function readUsers(node: GraphNode, isLikely: boolean): Promise<Users> {
    const { files, unread, broken } = await findReferences(reads, node, { signal });
    const uses = files.flatMap((file) =>
      file.references
        .filter(({ role }) => role !== "definition")
        .map((at) => ({ file, at, isLikely: isLikely || at.certainty === "likely" })),
    );
    const users = uses
      .filter(({ at }) => at.role !== "import")
      .map(({ file, at, ...use }) => ({ node: callerIn(file, at.within), line: at.line, ...use }));
    return {
      users: users.filter((each) => !isInside(each.node, node)),
      places: uses.map(({ file: { file }, at: { line }, ...use }) => ({ file, line, ...use })),
      open: [...(unread.length > 0 ? (["unread"] as const) : []), ...(broken.length > 0 ? (["broken"] as const) : [])],
    };
  }
}

function isInside(user: GraphNode, { file, symbol: { span } }: GraphNode): boolean {
  return user.file === file && span.start <= user.symbol.span.start && user.symbol.span.end <= span.end;
}

/** What may run a member without meaning it. */
function waysTo(node: GraphNode, view: SymbolView): readonly GraphNode[] {
  if (!isMember(node)) return [];
  const bases = relatedMembers(view, node).flatMap(({ file, symbol, relation }) =>
    relation === "base" ? nodesOf(view, file, [symbol]) : [],
  );
  return [...bases, ...fittingMembers(node, view), ...(isCalledUnnamed(node, view) ? typeOf(node, view) : [])];
}

/** Where members of a name are enough to fit, an interface may be what is called. */
function fittingMembers({ language, symbol: { name } }: GraphNode, view: SymbolView): readonly GraphNode[] {
  const shared = languageById(language)?.members?.shared;
  if (shared !== "interfaces" && shared !== "shapes") return [];
  return view.search({ name, match: "exact" }).flatMap(({ file, index }) => {
    const found = view.file(file);
    const symbol = found?.symbols[index];
    const owner = found?.symbols[symbol?.parent ?? -1];
    const fits = symbol?.name === name && owner?.kind === "interface" && found?.language === language;
    return fits ? nodesOf(view, file, [symbol]) : [];
  });
}

function typeOf({ file, container }: GraphNode, view: SymbolView): readonly GraphNode[] {
  const all = view.file(file)?.symbols ?? [];
  const owners = all.filter(({ path, kind }) => path === container?.path && kind !== "impl");
  return nodesOf(view, file, owners.slice(0, 1));
}

function nodesOf(view: SymbolView, file: string, symbols: readonly CodeSymbol[]): readonly GraphNode[] {
  const source = view.file(file);
  return source === undefined ? [] : symbols.map((symbol) => nodeOf(targetOf({ ...source, file }, symbol)));
}

/** The language, a library or a generator calls it, so that no use of it need be written. */
function isCalledUnnamed(node: GraphNode, view: SymbolView): boolean {
  const { symbol, container, language: id } = node;
  const language = languageById(id);
  if (container === undefined || !isMember(node)) {
    return (
      language?.entryPoints?.includes(symbol.name) === true || language?.entryMarks?.test(symbol.signature) === true
    );
  }
  if (language?.impliedMembers?.test(symbol.name, symbol.signature) === true) return true;
  if (!typeKinds.has(container.kind) || !codeKinds.has(symbol.kind) || symbol.kind === "constructor") return false;
  const isOurs = (name: string): boolean => view.search({ name, match: "exact", kinds: typeKinds }).length > 0;
  return namesAbove(container, id).some((name) => !isOurs(name));
}
