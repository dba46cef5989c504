import { languageById } from "../../../languages/language-of.ts";
import { callerIn } from "../../../syntax/references/find-callers.ts";
import { type GraphNode, nodeOf } from "../../../syntax/references/graph-node.ts";
import { type Target, targetOf } from "../../../syntax/references/target.ts";
import type { Location, Position } from "../../server/language-server.ts";
import { insideProject } from "../locations.ts";
import { namedAt, type ReadSource, symbolAround } from "../symbol-at.ts";

/** Where places of servers are looked up. */
export interface NodeSources {
  readonly root: string;
  readonly read: (file: string) => Promise<ReadSource | undefined>;
  /** Files that the project shows; those that git ignores count as outside. */
  readonly shows: (file: string) => boolean;
  /** Files of which anything may be told. */
  readonly isOpen: (file: string) => boolean;
}

/** Whether a place is in a file of the project that nobody may see: not even names in it are told. */
export function isWithheld({ root, isOpen }: NodeSources, location: Pick<Location, "path"> | undefined): boolean {
  const file = location === undefined ? undefined : insideProject({ root }, location);
  return file !== undefined && !isOpen(file);
}

/** The file of a place as the project shows it, with its text; undefined where it is outside. */
export async function sourceAt(
  { root, read, shows }: NodeSources,
  location: Pick<Location, "path"> | undefined,
): Promise<(ReadSource & { readonly file: string }) | undefined> {
  const file = location === undefined ? undefined : insideProject({ root }, location);
  if (file === undefined || !shows(file)) return undefined;
  const source = await read(file);
  return source === undefined ? undefined : { ...source, file };
}

/** The symbol that a server names; undefined where it is outside of the project or none of the table. */
export async function nodeAt(sources: NodeSources, location: Location | undefined): Promise<GraphNode | undefined> {
  const source = await sourceAt(sources, location);
  if (source === undefined || location === undefined) return undefined;
  const symbol = namedAt(source, location.range.start);
  return symbol === undefined ? undefined : nodeOf(targetOf(source, symbol));
}

/** The function around a place of a file, as syntax attributes calls. */
export function functionAround(source: ReadSource & { readonly file: string }, position: Position): GraphNode {
  const around = symbolAround(source, position);
  return callerIn(source, around === undefined ? undefined : source.symbols.indexOf(around));
}

/** To make a value of a type is to call its constructor, where it has one. */
export function asConstructor(node: GraphNode, source: ReadSource): GraphNode {
  const { symbol } = node;
  if (symbol.kind !== "class" && symbol.kind !== "struct") return node;
  const found = source.symbols.find(
    ({ kind, parent }) =>
      kind === "constructor" &&
      parent !== undefined &&
      source.symbols[parent]?.nameSpan.start === symbol.nameSpan.start,
  );
  return found === undefined ? node : nodeOf(targetOf({ ...source, file: node.file }, found));
}

/** One symbol: overloads of a function are one, a constructor and its type, and a prototype and its code in another file. */
export function isSame(one: Target, other: Target): boolean {
  const isApart = languageById(one.language)?.heads?.acrossFiles === true;
  return (one.file === other.file || isApart) && pathOf(one) === pathOf(other);
}

function pathOf({ symbol, container }: Target): string {
  return symbol.kind === "constructor" && container !== undefined ? container.path : symbol.path;
}
