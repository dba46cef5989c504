import { join } from "node:path";
import type { GraphNode } from "../../../syntax/references/graph-node.ts";
import { visibleLine } from "../../../workspace/text/visible-text.ts";
import type { LanguageServer, Position } from "../../server/language-server.ts";
import { uriOf } from "../../server/uri.ts";
import { openCandidates } from "../places/open-candidates.ts";
import { realPathOf } from "../places/places.ts";
import { positionAt } from "../places/symbol-at.ts";
import { type HierarchyItem, readItems } from "./call-items.ts";
import type { Ledger } from "./ledger.ts";
import type { NodeSources } from "./node-at.ts";
import { patienceOf } from "../patience.ts";
import type { NoAnswer } from "./question-servers.ts";

/** One step that a server is asked for. */
export interface StepQuestion {
  readonly server: LanguageServer;
  readonly node: GraphNode;
  readonly sources: NodeSources;
  /** Files that have a word, so that a server can be given them. */
  readonly naming: (word: string) => Promise<readonly string[]>;
  readonly ledger: Ledger;
  readonly signal: AbortSignal;
}

export const requestMs = patienceOf().requestMs;

/** A symbol's place as servers are asked for it. */
export interface AskedPlace {
  readonly path: string;
  readonly position: Position;
}

/** Where the name of the symbol is now; undefined where the file changed meanwhile. */
export async function placeOfNode({ sources, node }: StepQuestion): Promise<AskedPlace | undefined> {
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

/** Opens what has to be open; `everywhere`: also the files that have the name. Resolves to what counts those that are not, later. */
export async function openFor(question: StepQuestion, everywhere: boolean): Promise<() => number> {
  const { server, node, sources, naming, ledger, signal } = question;
  const { symbol, container } = node;
  const word = symbol.kind === "constructor" ? (container?.name ?? symbol.name) : symbol.name;
  const { left, missing } = await openCandidates(server, {
    root: sources.root,
    naming: everywhere ? await naming(word) : [],
    file: node.file,
    signal,
  });
  if (left > 0) ledger.doubt("file", "with the name not opened", left);
  return missing;
}

/** The items that a server makes of a symbol. */
export async function prepareItems(
  { server, node, ledger, signal }: StepQuestion,
  method: "textDocument/prepareCallHierarchy" | "textDocument/prepareTypeHierarchy",
  { path, position }: AskedPlace,
): Promise<readonly HierarchyItem[] | NoAnswer> {
  const params = { textDocument: { uri: uriOf(path) }, position };
  const { items, dropped } = await readItems(await server.request(method, params, { signal, timeoutMs: requestMs }));
  if (dropped > 0) ledger.doubt("item", "of no known shape", dropped);
  if (items.length === 0) return { noAnswer: `the server does not know ${quoted(node.symbol.name)}` };
  return items;
}

/** Whether a call hierarchy can begin at a symbol: values and blocks of tests have a name, but no place in one. */
export function isCallable({ symbol: { kind } }: GraphNode): boolean {
  return callables.has(kind);
}

const callables: ReadonlySet<string> = new Set(["function", "method", "constructor", "class", "struct", "macro"]);
const mostOfName = 60;

/** Titles of tests are names, too, and have any length. */
function quoted(name: string): string {
  const characters = Array.from(visibleLine(name));
  const isLong = characters.length > mostOfName;
  return JSON.stringify(isLong ? `${characters.slice(0, mostOfName).join("")}…` : characters.join(""));
}
