import { languageById } from "../../../languages/language-of.ts";
import { callerIn } from "../../../syntax/references/find-callers.ts";
import { type GraphNode, nodeOf } from "../../../syntax/references/graph-node.ts";
import { type Target, targetOf } from "../../../syntax/references/target.ts";
import type { Location, Position } from "../../server/language-server.ts";
import { insideProject } from "../locations.ts";
import { namedAt, type ReadSource, symbolAround } from "../symbol-at.ts";

/** Where locations from servers are looked up. */
export interface NodeSources {
  readonly root: string;
  readonly read: (file: string) => Promise<ReadSource | undefined>;
  /** Files that the project lists; files ignored by git count as outside. */
  readonly shows: (file: string) => boolean;
  /** Files that may be read; nothing is revealed about others. */
  readonly isOpen: (file: string) => boolean;
}

/** Whether a location is in a project file that must not be read: not even names in it are revealed. */
export function isWithheld({ root, isOpen }: NodeSources, location: Pick<Location, "path"> | undefined): boolean {
  const file = location === undefined ? undefined : insideProject({ root }, location);
  return file !== undefined && !isOpen(file);
}

/** The project file of a location, with its text; undefined if it is outside. */
export async function sourceAt(
  { root, read, shows }: NodeSources,
  location: Pick<Location, "path"> | undefined,
): Promise<(ReadSource & { readonly file: string }) | undefined> {
  const file = location === undefined ? undefined : insideProject({ root }, location);
  if (file === undefined || !shows(file)) return undefined;
  const source = await read(file);
  return source === undefined ? undefined : { ...source, file };
}

/** The symbol that a server names; undefined if it is outside the project or not in the table. */
export async function nodeAt(sources: NodeSources, location: Location | undefined): Promise<GraphNode | undefined> {
  const source = await sourceAt(sources, location);
  if (source === undefined || location === undefined) return undefined;
  const symbol = namedAt(source, location.range.start);
  return symbol === undefined ? undefined : nodeOf(targetOf(source, symbol));
}

/** The function around a position in a file, as calls are attributed by syntax. */
export function functionAround(source: ReadSource & { readonly file: string }, position: Position): GraphNode {
  const around = symbolAround(source, position);
  return callerIn(source, around === undefined ? undefined : source.symbols.indexOf(around));
}

/** Creating a value of a type calls its constructor, if it has one. */
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

/** Overloads of a function count as one symbol, and so do a constructor and its type, or a prototype and its body elsewhere. */
export function isSame(one: Target, other: Target): boolean {
  const isApart = languageById(one.language)?.heads?.acrossFiles === true;
  return (one.file === other.file || isApart) && pathOf(one) === pathOf(other);
}

function pathOf({ symbol, container }: Target): string {
  return symbol.kind === "constructor" && container !== undefined ? container.path : symbol.path;
}
