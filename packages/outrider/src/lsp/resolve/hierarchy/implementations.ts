import { typeKinds } from "../../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../../../syntax/code-symbol.ts";
import { typeOf } from "../../../syntax/hierarchy/find-subtypes.ts";
import type { ShapePlace } from "../../../syntax/hierarchy/type-step.ts";
import { type GraphNode, nodeOf } from "../../../syntax/references/graph-node.ts";
import { targetOf } from "../../../syntax/references/target.ts";
import type { Location, Position } from "../../server/language-server.ts";
import { uriOf } from "../../server/uri.ts";
import { type AskedPosition, requestMs, type StepQuestion } from "../calls/step-question.ts";
import { sourceAt } from "../calls/node-at.ts";
import { locationsOf } from "../locations.ts";
import { namedAt, offsetOf, type ReadSource, symbolAround } from "../symbol-at.ts";

export interface Implementations {
  /** Without duplicates. */
  readonly nodes: readonly GraphNode[];
  /** Values of a type, such as object literals; for a type only. */
  readonly values: readonly ShapePlace[];
  /** How many are outside the project. */
  readonly outside: number;
}

/** What implements the symbol at a position, as a server lists it. */
export async function implementationsOf(
  {
    server,
    node: asked,
    sources,
    evidence,
    signal,
  }: Pick<StepQuestion, "server" | "node" | "sources" | "evidence" | "signal">,
  { path, position }: AskedPosition,
): Promise<Implementations> {
  const params = { textDocument: { uri: uriOf(path) }, position };
  const result = await server.request("textDocument/implementation", params, { signal, timeoutMs: requestMs });
  const { locations, dropped } = await locationsOf(result);
  if (dropped > 0) evidence.doubt("place", "that cannot be", dropped);
  const nodes = new Map<string, GraphNode>();
  const values: ShapePlace[] = [];
  let outside = 0;
  for (const location of locations) {
    const source = await sourceAt(sources, location);
    if (source === undefined) outside += 1;
    else {
      const node = implementerAt(source, location);
      if (node !== undefined && (isType(asked.symbol) ? isType(node.symbol) : isNamedAlike(node, asked)))
        nodes.set(node.id, node);
      else if (isType(asked.symbol)) values.push(...valueAt(source, location));
    }
  }
  return { nodes: [...nodes.values()], values, outside };
}

/** Outside of all symbols, a server may list an import of the type itself. */
function valueAt(
  source: ReadSource & { readonly file: string },
  { range: { start } }: Location,
): readonly ShapePlace[] {
  const symbol = symbolAround(source, start);
  if (symbol === undefined) return [];
  return [{ file: source.file, line: start.line, shape: "object", symbol, certainty: "sure" }];
}

/** Whether a symbol declares a type. */
export function isType({ kind }: Pick<CodeSymbol, "kind">): boolean {
  return typeKinds.has(kind) || kind === "type";
}

function isNamedAlike({ symbol }: GraphNode, asked: GraphNode): boolean {
  return symbol.name === asked.symbol.name && !isType(symbol);
}

/** The symbol named there, or the declaration whose head contains the position, as for a type without a name. */
function implementerAt(
  source: ReadSource & { readonly file: string },
  { range: { start } }: Location,
): GraphNode | undefined {
  const symbol = namedAt(source, start) ?? headAround(source, start);
  return symbol === undefined ? undefined : nodeOf(targetOf(source, typeOf(symbol, source.symbols)));
}

function headAround(source: ReadSource, start: Position): CodeSymbol | undefined {
  const around = symbolAround(source, start);
  const offset = offsetOf(source, start);
  if (around === undefined || offset === undefined) return undefined;
  return around.bodySpan === undefined || offset <= around.bodySpan.start ? around : undefined;
}
