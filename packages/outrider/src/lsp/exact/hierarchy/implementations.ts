import { typeOf } from "../../../syntax/hierarchy/find-subtypes.ts";
import { type GraphNode, nodeOf } from "../../../syntax/references/graph-node.ts";
import { targetOf } from "../../../syntax/references/target.ts";
import type { Place } from "../../server/language-server.ts";
import { uriOf } from "../../server/uri.ts";
import { type AskedPlace, requestMs, type StepQuestion } from "../calls/call-question.ts";
import { functionAround, sourceAt } from "../calls/node-at.ts";
import { placesOf } from "../places/places.ts";
import { namedAt, offsetOf, type ReadSource, symbolAround } from "../places/symbol-at.ts";

export interface Implementations {
  /** Each once; a value without a name counts for the symbol around it. */
  readonly nodes: readonly GraphNode[];
  /** How many are outside of the project. */
  readonly outside: number;
}

/** All that implements the symbol at a place, as a server lists it. */
export async function implementationsOf(
  { server, sources, ledger, signal }: Pick<StepQuestion, "server" | "sources" | "ledger" | "signal">,
  { path, position }: AskedPlace,
): Promise<Implementations> {
  const params = { textDocument: { uri: uriOf(path) }, position };
  const result = await server.request("textDocument/implementation", params, { signal, timeoutMs: requestMs });
  const { places, dropped } = await placesOf(result);
  if (dropped > 0) ledger.doubt("place", "that cannot be", dropped);
  const nodes = new Map<string, GraphNode>();
  let outside = 0;
  for (const place of places) {
    const source = await sourceAt(sources, place);
    if (source === undefined) outside += 1;
    else {
      const node = implementerAt(source, place);
      if (node !== undefined) nodes.set(node.id, node);
    }
  }
  return { nodes: [...nodes.values()], outside };
}

/** What is named there, or the symbol around a value without a name; a name in an import is nobody's. */
function implementerAt(
  source: ReadSource & { readonly file: string },
  { range: { start } }: Place,
): GraphNode | undefined {
  const symbol = namedAt(source, start) ?? symbolAround(source, start);
  if (symbol !== undefined) return nodeOf(targetOf(source, typeOf(symbol, source.symbols)));
  const offset = offsetOf(source, start);
  const isName = offset !== undefined && /[\p{L}_$]/u.test(source.text.charAt(offset));
  return isName ? undefined : functionAround(source, start);
}
