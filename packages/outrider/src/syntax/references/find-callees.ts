import { codeKinds } from "../../languages/symbol-kind.ts";
import type { ProjectSymbols, SymbolView } from "../project-symbols.ts";
import { findCandidates } from "./find-candidates.ts";
import type { GraphNode, GraphStep, OutsideCall } from "./graph-node.ts";
import { chainOf } from "./symbol-chain.ts";
import type { Occurrence, Occurrences } from "./occurrence.ts";
import { readLinked } from "./read-linked.ts";
import { referenceRulesOf } from "./reference-rules.ts";
import { asSuperclass } from "./superclass.ts";

/** With more candidates than this, only types could tell which one is called. */
const maxCandidates = 3;

/** What a function calls. */
export async function findCallees(
  symbols: Pick<ProjectSymbols, "occurrences">,
  node: GraphNode,
  { view, signal }: { readonly view: SymbolView; readonly signal: AbortSignal },
): Promise<GraphStep> {
  const [file] = await symbols.occurrences([node.file], "calls", { signal });
  // Too large, or the parser gave up: whether it calls anything is unknown.
  if (file === undefined) return { calls: [], outside: [], unread: [node.file] };
  const inside = callsOf(file, node);
  const meant = inside.map((at) => asSuperclass(file, at));
  const linked = await readLinked(symbols, file, meant, { view, signal });
  const resolve = findCandidates(file, linked, view);
  const calls: GraphStep["calls"][number][] = [];
  const outside: OutsideCall[] = [];
  for (const [index, written] of inside.entries()) {
    const at = meant[index] ?? written;
    const name = at.receiver === undefined || at.receiver === "" ? at.name : `${at.receiver}.${at.name}`;
    const { nodes: found, certainty } = resolve(at);
    const nodes = at.role === "call" ? found : found.filter((other) => isCalledByName(other, at.text));
    if (at.role !== "call" && nodes.length === 0) continue;
    const span = { start: at.start, end: written.start + written.name.length };
    const isKnown = nodes.length > 0 && nodes.length <= maxCandidates;
    if (isKnown) for (const other of nodes) calls.push({ node: other, line: at.line, at: span, certainty });
    else
      outside.push({
        name,
        line: at.line,
        at: span,
        why: at.local !== undefined ? "value" : nodes.length > 0 ? "ambiguous" : "outside",
      });
  }
  return { calls, outside };
}

/** In some languages the name of a function alone calls it. */
function isCalledByName({ language, symbol }: GraphNode, line: string): boolean {
  return codeKinds.has(symbol.kind) && referenceRulesOf(language)?.isCalledByName?.(symbol, line) === true;
}

/** Calls in its own code, and in inner functions that are not called by name, such as callbacks. */
function callsOf(file: Occurrences, { symbol }: GraphNode): readonly Occurrence[] {
  const { span } = symbol;
  const mayCall = ({ role, receiver, local, key }: Occurrence): boolean =>
    role === "call" || (role === "use" && receiver === undefined && local === undefined && key === undefined);
  const inside = file.occurrences.filter((at) => mayCall(at) && at.start >= span.start && at.start < span.end);
  const called = new Set(inside.filter(({ role }) => role === "call").map(({ name }) => name));
  return inside.filter(({ within }) => {
    const around = chainOf(file.symbols, within);
    const depth = around.findIndex((each) => each.nameSpan.start === symbol.nameSpan.start);
    const between = depth === -1 ? [] : around.slice(0, depth);
    return codeKinds.has(symbol.kind)
      ? !between.some(({ name, kind }) => codeKinds.has(kind) && called.has(name))
      : !between.some(({ kind }) => codeKinds.has(kind));
  });
}
