import { join } from "node:path";
import type { GraphStep, OutsideCall } from "../../../syntax/references/graph-node.ts";
import { realPathOf } from "../locations.ts";
import { offsetOf, positionAt } from "../symbol-at.ts";
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
import { functionAround, isSame, isWithheld, nodeAt, sourceAt } from "./node-at.ts";
import { cannot, isNoAnswer, type NoAnswer } from "./question-servers.ts";

type Call = GraphStep["calls"][number];

/** Who calls a function, according to a server; calls found only by syntax are checked one by one. */
export async function resolveCallers(question: StepQuestion, syntactic: GraphStep): Promise<GraphStep | NoAnswer> {
  const { server, evidence, signal, sources } = question;
  if (!server.supports("callHierarchy/incomingCalls")) return cannot(server, "call hierarchy");
  const asked = await positionOfNode(question);
  if (asked === undefined) return { noAnswer: `${question.node.file} changed meanwhile` };
  const missing = await openFor(question, true);
  const prepared = await prepareItems(question, "textDocument/prepareCallHierarchy", asked);
  if (isNoAnswer(prepared)) {
    if (isCallable(question.node)) return prepared;
    return { ...syntactic, calls: [...(await checkRest(question, syntactic.calls))].sort(byPosition) };
  }
  const calls: Call[] = [];
  const outside: OutsideCall[] = [];
  for (const { raw } of prepared) {
    const result = await server.request("callHierarchy/incomingCalls", { item: raw }, { signal, timeoutMs: requestMs });
    const { items, dropped } = await readCalls(result, "from");
    if (missing() > 0) evidence.doubt("file", "with the name not open", missing());
    if (dropped > 0) evidence.doubt("caller", "of no known shape", dropped);
    for (const { item, ranges } of items) {
      if (isWithheld(sources, item.location)) continue;
      const source = await sourceAt(sources, item.location);
      for (const range of ranges) {
        const start = source === undefined ? undefined : offsetOf(source, range.start);
        const end = source === undefined ? undefined : offsetOf(source, range.end);
        if (source === undefined || start === undefined || end === undefined)
          outside.push({ name: item.name, line: range.start.line, why: "outside" });
        else {
          const at = { start, end };
          const call: Call = {
            node: functionAround(source, range.start),
            line: range.end.line,
            at,
            certainty: "sure",
          };
          // If several items were prepared, as for overloads, each may name the same calls.
          if (!calls.some((other) => isOneCall(other, call))) calls.push(call);
        }
      }
    }
  }
  const more = await checkRest(
    question,
    syntactic.calls.filter((each) => !calls.some((call) => isOneCall(call, each))),
  );
  return { ...syntactic, calls: [...calls, ...more].sort(byPosition), outside };
}

function isOneCall(one: Call, other: Call): boolean {
  return one.node.file === other.node.file && one.at !== undefined && one.at.end === other.at?.end;
}

/** Checks calls that the server did not name by the definition of their names; unresolved ones stay, marked. */
async function checkRest(question: StepQuestion, rest: readonly Call[]): Promise<readonly Call[]> {
  const checked: Call[] = [];
  for (const call of rest) {
    const meant = await meaningOf(question, call);
    if (meant === "this") checked.push({ ...call, certainty: "sure" });
    else if (meant === "unknown") {
      checked.push({ ...call, unconfirmed: true });
      question.evidence.doubt("call", call.certainty === "sure" ? "by syntax alone" : "by name only");
    }
  }
  return checked;
}

async function meaningOf(
  { server, node, sources, signal }: StepQuestion,
  { node: caller, at }: Call,
): Promise<"this" | "other" | "unknown"> {
  const source = await sources.read(caller.file);
  if (source === undefined || at === undefined) return "unknown";
  const position = positionAt(source, at.start);
  const path = await realPathOf(join(sources.root, caller.file));
  const locations = await definitionsOf(server, { path, position }, signal);
  const nodes = await Promise.all(locations.map((location) => nodeAt(sources, location)));
  if (nodes.some((each) => each !== undefined && isSame(each, node))) return "this";
  // A name that leads to itself, like one brought in by an import, tells nothing.
  const isItself = locations.every((location) => location.path === path && location.range.start.line === position.line);
  return locations.length === 0 || isItself ? "unknown" : "other";
}

function byPosition(a: Call, b: Call): number {
  if (a.node.file !== b.node.file) return a.node.file < b.node.file ? -1 : 1;
  return (a.at?.start ?? 0) - (b.at?.start ?? 0);
}
