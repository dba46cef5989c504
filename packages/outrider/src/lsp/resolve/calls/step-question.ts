import { join } from "node:path";
import type { GraphNode } from "../../../syntax/references/graph-node.ts";
import { isRecord } from "../../../workspace/config/is-record.ts";
import { visibleLine } from "../../../workspace/text/visible-text.ts";
import type { LanguageServer, Location, Position, Range } from "../../server/language-server.ts";
import { readRange } from "../../server/read-diagnostic.ts";
import { pathOfUri, uriOf } from "../../server/uri.ts";
import { locationsOf, realPathOf } from "../locations.ts";
import { openCandidates } from "../open-candidates.ts";
import type { Evidence } from "../provenance.ts";
import { positionAt } from "../symbol-at.ts";
import { timeoutsOf } from "../timeouts.ts";
import type { NodeSources } from "./node-at.ts";
import type { NoAnswer } from "./question-servers.ts";

/** One step to be answered by a server. */
export interface StepQuestion {
  readonly server: LanguageServer;
  readonly node: GraphNode;
  readonly sources: NodeSources;
  /** Files that contain a word, so that they can be opened in a server. */
  readonly naming: (word: string) => Promise<readonly string[]>;
  readonly evidence: Evidence;
  readonly signal: AbortSignal;
}

export const requestMs = timeoutsOf().requestMs;

/** A symbol's position, as sent to servers. */
export interface AskedPosition {
  readonly path: string;
  readonly position: Position;
}

/** The current position of the symbol's name; undefined if the file has changed. */
export async function positionOfNode({ sources, node }: StepQuestion): Promise<AskedPosition | undefined> {
  const source = await sources.read(node.file);
  const { nameSpan } = node.symbol;
  const isThere = source?.symbols.some(
    (each) => each.nameSpan.start === nameSpan.start && each.name === node.symbol.name,
  );
  if (source === undefined || isThere !== true) return undefined;
  return {
    path: await realPathOf(join(sources.root, node.file)),
    position: positionAt(source, nameSpan.start),
  };
}

/** Opens the file and, with `everywhere`, those that contain the name. Resolves to a function that counts those not open. */
export async function openFor(question: StepQuestion, everywhere: boolean): Promise<() => number> {
  const { server, node, sources, naming, evidence, signal } = question;
  const { symbol, container } = node;
  const word = symbol.kind === "constructor" ? (container?.name ?? symbol.name) : symbol.name;
  const { left, missing } = await openCandidates(server, {
    root: sources.root,
    naming: everywhere ? await naming(word) : [],
    file: node.file,
    signal,
  });
  if (left > 0) evidence.doubt("file", "with the name not opened", left);
  return missing;
}

/** The hierarchy items that a server returns for a symbol. */
export async function prepareItems(
  { server, node, evidence, signal }: StepQuestion,
  method: "textDocument/prepareCallHierarchy" | "textDocument/prepareTypeHierarchy",
  { path, position }: AskedPosition,
): Promise<readonly HierarchyItem[] | NoAnswer> {
  const params = { textDocument: { uri: uriOf(path) }, position };
  const { items, dropped } = await readItems(await server.request(method, params, { signal, timeoutMs: requestMs }));
  if (dropped > 0) evidence.doubt("item", "of no known shape", dropped);
  if (items.length === 0) return { noAnswer: `the server does not know ${quoted(node.symbol.name)}` };
  return items;
}

/** Whether a call hierarchy can begin at a symbol: values and test blocks have a name, but no call hierarchy. */
export function isCallable({ symbol: { kind } }: GraphNode): boolean {
  return callables.has(kind);
}

const callables: ReadonlySet<string> = new Set(["function", "method", "constructor", "class", "struct", "macro"]);
const maxOfName = 60;

/** Test titles are names, too, and can be of any length. */
function quoted(name: string): string {
  const characters = Array.from(visibleLine(name));
  const isLong = characters.length > maxOfName;
  return JSON.stringify(isLong ? `${characters.slice(0, maxOfName).join("")}…` : characters.join(""));
}

/** A function or type as a server names it in a hierarchy. */
export interface HierarchyItem {
  readonly name: string;
  /** Location of the name; undefined if it is not in a file. */
  readonly location: Location | undefined;
  /** The item as received, to be sent back. */
  readonly raw: unknown;
}

interface ItemCalls {
  readonly item: HierarchyItem;
  readonly ranges: readonly Range[];
}

interface Items<T> {
  readonly items: readonly T[];
  /** Items of an unknown shape. */
  readonly dropped: number;
}

/** Reads answers to `prepare…` and to type hierarchy requests. */
export async function readItems(result: unknown): Promise<Items<HierarchyItem>> {
  return count(listOf(result), await Promise.all(listOf(result).map(readItem)));
}

/** Reads answers to `incomingCalls` ("from") and `outgoingCalls` ("to"). */
export async function readCalls(result: unknown, key: "from" | "to"): Promise<Items<ItemCalls>> {
  let lostRanges = 0;
  const all = await Promise.all(
    listOf(result).map(async (each): Promise<ItemCalls | undefined> => {
      if (!isRecord(each)) return undefined;
      const item = await readItem(each[key]);
      const sent = listOf(each["fromRanges"]);
      const ranges = sent.flatMap((range) => readRange(range) ?? []);
      // A call without a location cannot be shown, but must be counted as dropped.
      if (item === undefined || ranges.length === 0) return undefined;
      lostRanges += sent.length - ranges.length;
      return { item, ranges };
    }),
  );
  const { items, dropped } = count(listOf(result), all);
  return { items, dropped: dropped + lostRanges };
}

async function readItem(value: unknown): Promise<HierarchyItem | undefined> {
  if (!isRecord(value)) return undefined;
  const { name, uri } = value;
  const range = readRange(value["selectionRange"]) ?? readRange(value["range"]);
  if (typeof name !== "string" || typeof uri !== "string" || range === undefined) return undefined;
  const path = pathOfUri(uri);
  return { name, raw: value, location: path === undefined ? undefined : { path: await realPathOf(path), range } };
}

function count<T>(sent: readonly unknown[], read: readonly (T | undefined)[]): Items<T> {
  const items = read.filter((each) => each !== undefined);
  return { items, dropped: sent.length - items.length };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const definitionMs = 10_000;

/** Where the name at a position is declared, according to the server; empty if it does not know. */
export async function definitionsOf(
  server: LanguageServer,
  { path, position }: { readonly path: string; readonly position: Position },
  signal: AbortSignal,
): Promise<readonly Location[]> {
  if (!server.supports("textDocument/definition")) return [];
  const params = { textDocument: { uri: uriOf(path) }, position };
  const result = await server.request("textDocument/definition", params, { signal, timeoutMs: definitionMs });
  return (await locationsOf(result)).locations;
}
