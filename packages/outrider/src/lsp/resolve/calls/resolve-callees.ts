import { join } from "node:path";
import type { Span } from "../../../languages/language.ts";
import type { GraphStep, OutsideCall } from "../../../syntax/references/graph-node.ts";
import type { Location } from "../../server/language-server.ts";
import { realPathOf } from "../locations.ts";
import { offsetOf, positionAt, type ReadSource } from "../symbol-at.ts";
import {
  definitionsOf,
  isCallable,
  openFor,
  positionOfNode,
  prepareItems,
  readCalls,
  requestMs,
  type StepQuestion,
} from "./step-question.ts";
import { asConstructor, nodeAt, sourceAt } from "./node-at.ts";
import { cannot, isNoAnswer, type NoAnswer } from "./question-servers.ts";

type Call = GraphStep["calls"][number];
type Found = { readonly calls: readonly Call[]; readonly outside: readonly OutsideCall[] };

/** What a function calls, according to a server; calls found only by syntax are checked one by one. */
export async function resolveCallees(question: StepQuestion, syntactic: GraphStep): Promise<GraphStep | NoAnswer> {
  const { server, evidence, signal, sources, node } = question;
  if (!server.supports("callHierarchy/outgoingCalls")) return cannot(server, "call hierarchy");
  const asked = await positionOfNode(question);
  const source = await sources.read(node.file);
  if (asked === undefined || source === undefined) return { noAnswer: `${node.file} changed meanwhile` };
  await openFor(question, false);
  const prepared = await prepareItems(question, "textDocument/prepareCallHierarchy", asked);
  if (isNoAnswer(prepared)) return isCallable(node) ? prepared : await checkAll(question, source, syntactic);
  const found: { calls: Call[]; outside: OutsideCall[] } = { calls: [], outside: [] };
  const ends = new Set<number>();
  for (const { raw } of prepared) {
    const result = await server.request("callHierarchy/outgoingCalls", { item: raw }, { signal, timeoutMs: requestMs });
    const { items, dropped } = await readCalls(result, "to");
    if (dropped > 0) evidence.doubt("callee", "of no known shape", dropped);
    for (const { item, ranges } of items)
      for (const range of ranges) {
        const start = offsetOf(source, range.start);
        const end = offsetOf(source, range.end);
        if (start === undefined || end === undefined) {
          evidence.doubt("call", "at a place that the text does not have");
          continue;
        }
        if (!isInside(node.symbol.span, start)) continue;
        // Servers name a call by the whole of `a.b`, and some name it twice; the end of the range is the end of the name.
        if (ends.has(end)) continue;
        ends.add(end);
        const site = { line: range.end.line, at: { start, end } };
        add(found, await meantBy(question, item.location, item.name, site, syntactic));
      }
  }
  await checkCalls(question, source, { syntactic, found, ends });
  const outside = syntactic.outside.filter(({ at }) => at === undefined || !ends.has(at.end));
  return inOrder(syntactic, found, outside);
}

/** Calls from a symbol that has no call hierarchy, each resolved by the definition of its name. */
async function checkAll(question: StepQuestion, source: ReadSource, syntactic: GraphStep): Promise<GraphStep> {
  const found: { calls: Call[]; outside: OutsideCall[] } = { calls: [], outside: [] };
  await checkCalls(question, source, { syntactic, found, ends: new Set() });
  for (const each of syntactic.outside) {
    const location = each.at === undefined ? undefined : await locationMeant(question, source, each.at);
    if (location === undefined || each.at === undefined) found.outside.push(each);
    else add(found, await meantBy(question, location, each.name, { line: each.line, at: each.at }, syntactic));
  }
  return inOrder(syntactic, found, []);
}

interface Checked {
  readonly syntactic: GraphStep;
  readonly found: { calls: Call[]; outside: OutsideCall[] };
  /** End offsets of the calls that the server named. */
  readonly ends: ReadonlySet<number>;
}

async function checkCalls(
  question: StepQuestion,
  source: ReadSource,
  { syntactic, found, ends }: Checked,
): Promise<void> {
  const seen = new Set<number>();
  for (const call of syntactic.calls) {
    const end = call.at?.end;
    if (end === undefined || ends.has(end) || seen.has(end)) continue;
    seen.add(end);
    add(found, await checkCall(question, source, call, syntactic));
  }
}

function inOrder(syntactic: GraphStep, found: Found, outside: readonly OutsideCall[]): GraphStep {
  return {
    ...syntactic,
    calls: found.calls.toSorted((a, b) => (a.at?.end ?? 0) - (b.at?.end ?? 0)),
    outside: [...found.outside, ...outside].sort((a, b) => (a.at?.end ?? 0) - (b.at?.end ?? 0)),
  };
}

function add(to: { calls: Call[]; outside: OutsideCall[] }, { calls, outside }: Found): void {
  to.calls.push(...calls);
  to.outside.push(...outside);
}

function isInside({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset < end;
}

type Site = { readonly line: number; readonly at: Span };

/** A call to a symbol of the project, or a call out of it under the name used in the code. */
async function meantBy(
  { sources }: StepQuestion,
  location: Location | undefined,
  name: string,
  site: Site,
  syntactic: GraphStep,
): Promise<Found> {
  const node = await nodeAt(sources, location);
  const source = await sourceAt(sources, location);
  if (node !== undefined && source !== undefined)
    return { calls: [{ node: asConstructor(node, source), ...site, certainty: "sure" }], outside: [] };
  const written = syntactic.outside.find(({ at }) => at?.end === site.at.end)?.name ?? name;
  return { calls: [], outside: [{ name: written, ...site, why: source === undefined ? "outside" : "value" }] };
}

/** Resolves a call that the server did not name by the definition of its name; without one, syntax decides. */
async function checkCall(question: StepQuestion, source: ReadSource, call: Call, syntactic: GraphStep): Promise<Found> {
  const at = call.at ?? { start: 0, end: 0 };
  const location = await locationMeant(question, source, at);
  const written = source.text.slice(at.start, at.end);
  if (location !== undefined) return await meantBy(question, location, written, { line: call.line, at }, syntactic);
  question.evidence.doubt("call", call.certainty === "sure" ? "by syntax alone" : "by name only");
  const all = syntactic.calls.filter((each) => each.at?.end === at.end);
  return { calls: all.map((each) => ({ ...each, unconfirmed: true })), outside: [] };
}

async function locationMeant(
  { server, node, sources, signal }: StepQuestion,
  source: ReadSource,
  at: Span,
): Promise<Location | undefined> {
  const position = positionAt(source, at.start);
  const path = await realPathOf(join(sources.root, node.file));
  const [location] = await definitionsOf(server, { path, position }, signal);
  return location;
}
