import { defineTool, type Call, reads } from "toolwright";
import { openCallSteps } from "../../lsp/resolve/calls/open-call-steps.ts";
import type { Provenance } from "../../lsp/resolve/provenance.ts";
import { codeKinds } from "../../languages/symbol-kind.ts";
import type { Services } from "../../services.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { baseMembers } from "../../syntax/hierarchy/related-members.ts";
import type { ProjectSymbols, SymbolView } from "../../syntax/project-symbols.ts";
import { buildCallGraph, type CallGraph, type GraphOptions } from "../../syntax/references/call-graph.ts";
import { type GraphNode, type GraphStep, nodeOf } from "../../syntax/references/graph-node.ts";
import { leadingTo } from "../../syntax/references/graph-rows.ts";
import { isMember, type Target } from "../../syntax/references/target.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import { brokenFilesNaming } from "../broken-files.ts";
import { lateOf, partialOf } from "../describe-incomplete.ts";
import { findTarget, type FoundTarget, pathOf, type TargetQuestion } from "../find-target.ts";
import { firstSearchIn, tellProvenance, waitingFor } from "../server-question.ts";
import { findTestSymbols } from "../test-files.ts";
import { describeGraph } from "./describe-graph.ts";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { countGuesses } from "./leave-out-guesses.ts";
import { input, output, type Graph, type Input, type Output } from "./schema.ts";

const defaultDepth = 2;
/** Of the ways to another function. */
const defaultWays = 5;
const waitMs = 8_000;
const maxNamed = 20;

export default defineTool({
  name: "call_graph",
  description,
  guide,
  input,
  output,
  effects: reads,
  deadlineMs: 120_000,
  examples: [
    { title: "Who calls it, and who calls those", input: { symbol: "Box/open" } },
    { title: "What it calls itself", input: { symbol: "Box/open", direction: "callees", depth: 1 } },
    { title: "By which ways another function reaches it", input: { symbol: "Box/open", to: "use" } },
    { title: "No such symbol", input: { symbol: "noSuchSymbol" }, fails: "no_symbol" },
  ],
  handle,
  format,
});

/** Who calls a function and what it calls, level by level. */
async function handle(
  input: Input,
  { workspace, symbolsOf, serversOf }: Pick<Services, "workspace" | "symbolsOf" | "serversOf">,
  call: Call,
): Promise<Output> {
  const { direction = "callers", depth = input.to === undefined ? defaultDepth : defaultWays } = input;
  const { signal } = call;
  const project = await workspace.project(input.project);
  const symbols = symbolsOf(project);
  const { target: named, partial } = await findTarget({ tool: "call_graph", input, project, symbols, call });
  const other = input.to === undefined ? undefined : await findTo(input, { project, symbols, call });
  const onProgress = (done: number, total: number) =>
    call.progress({ message: "Reading the project's symbols", done, total });
  const view = await symbols.view({ signal, waitMs, onProgress });
  const servers = serversOf(project);
  const waiting = waitingFor(input, call);
  const steps = openCallSteps({ project, symbols, servers, view, ...waiting });
  const directions = direction === "both" ? (["callers", "callees"] as const) : ([direction] as const);
  let uses = 0;
  const built: (readonly [Graph["direction"], CallGraph])[] = [];
  const guesses = { callers: countGuesses("callers"), callees: countGuesses("callees") };
  let target: Target = named;
  let end: GraphNode | undefined;
  try {
    target = await steps.nodeOf(named);
    end = other === undefined ? undefined : nodeOf(await steps.nodeOf(other.target));
    for (const each of directions) {
      const onLevel = (level: number, functions: number) =>
        call.progress({ message: `Level ${level}: ${each} of ${functions}`, done: level, total: depth });
      const readStep: GraphOptions["readStep"] = async (node, syntactic, pace) => {
        const bySyntax = async (): Promise<GraphStep> => {
          const found = await syntactic();
          if (each === "callers" && codeKinds.has(node.symbol.kind) && node.symbol === target.symbol)
            uses = found.uses ?? 0;
          return found;
        };
        if (node.id === end?.id) return { calls: [], outside: [] };
        const step = await steps.read(each, node, { bySyntax, pace });
        const wanted = input.tests === "none" ? await withoutTests(step, { symbols, view, signal }) : step;
        return input.likely === true ? wanted : guesses[each].leaveOut(wanted);
      };
      const options = { direction: each, depth, view, signal, onLevel, readStep, firstSearch: firstSearchIn(waiting) };
      const graph = await buildCallGraph(symbols, target, options);
      built.push([each, graph]);
    }
  } finally {
    steps.release();
  }
  const provenance = asProven(steps.provenance(), built);
  const broken = provenance.state === "complete" ? [] : await findBroken(built, { symbols, view, depth, signal });
  // Callers are searched in the text of all files, so only callees need the table.
  const needed = direction === "callers" ? undefined : view.completeness;
  return {
    symbol: visibleLine(pathOf(target.symbol)),
    declared: `${target.file}:${target.symbol.line + 1}`,
    ...(end === undefined ? {} : { to: visibleLine(`${pathOf(end.symbol)} (${end.file}:${end.symbol.line + 1})`) }),
    ...tellProvenance(provenance),
    graphs: await Promise.all(
      built.map(async ([each, graph]) => {
        const known = asKnown(graph, provenance);
        const left = { guesses: guesses[each].count() };
        if (input.tests !== "only" && end === undefined) return { ...describeGraph(known, each, input), ...left };
        const all = [...graph.nodes.values()];
        const tests = input.tests === "only" ? await findTestSymbols(all, { symbols, view, signal }) : new Set(all);
        const wanted = new Set(all.filter((node) => tests.has(node) && (end === undefined || node.id === end.id)));
        const chosen = leadingTo(known, each, (node) => wanted.has(node));
        return { ...describeGraph(chosen, each, input), ...left, among: countSeen(known, depth, wanted) };
      }),
    ),
    other_uses: uses,
    overrides: direction === "callees" || provenance.state === "complete" ? [] : overriddenBy(view, target),
    unread: [...new Set(built.flatMap(([, { unread }]) => unread))].slice(0, maxNamed),
    ...(await lateOf(built.flatMap(([, { late }]) => late ?? [])[0], target, project, signal)),
    broken: broken.slice(0, maxNamed),
    ...(partial === undefined ? {} : { partial }),
    ...partialOf(needed),
  };
}

/** The function at the other end, by name or as `path#Name`. */
async function findTo(
  input: Input,
  question: Pick<TargetQuestion, "project" | "symbols" | "call">,
): Promise<FoundTarget> {
  return await findTarget({
    tool: "call_graph",
    input: { symbol: input.to ?? "" },
    callFor: ({ symbol, path }) => ({ ...input, to: path === undefined ? symbol : `${path}#${symbol}` }),
    ...question,
  });
}

interface Lookup {
  readonly symbols: ProjectSymbols;
  readonly view: SymbolView;
  readonly signal: AbortSignal;
}

async function withoutTests(step: GraphStep, lookup: Lookup): Promise<GraphStep> {
  const tests = await findTestSymbols(
    step.calls.map(({ node }) => node),
    lookup,
  );
  return { ...step, calls: step.calls.filter(({ node }) => !tests.has(node)) };
}

/** What was looked through for these, and how many functions of the last level were not followed. */
function countSeen(
  { start, nodes, edges }: CallGraph,
  depth: number,
  wanted: ReadonlySet<GraphNode>,
): NonNullable<Graph["among"]> {
  const levelOf = new Map([[start.id, 0]]);
  for (const { from, to, depth: level } of edges)
    for (const id of [from, to]) if (!levelOf.has(id)) levelOf.set(id, level);
  const isLast = (node: GraphNode): boolean => levelOf.get(node.id) === depth && node.symbol.name !== "";
  return {
    functions: nodes.size - 1,
    levels: Math.max(...levelOf.values()),
    deeper: [...nodes.values()].filter((node) => isLast(node) && !wanted.has(node)).length,
  };
}

/** An answer is complete only if nothing was left out on the way. */
function asProven(provenance: Provenance, built: readonly (readonly [Graph["direction"], CallGraph])[]): Provenance {
  if (provenance.state !== "complete" || built.every(([, { notFollowed }]) => notFollowed.length === 0))
    return provenance;
  return { state: "partial", server: provenance.server, why: "not every function was followed" };
}

/** What a method overrides, by the heads of types. */
function overriddenBy(view: SymbolView, target: Target): Output["overrides"] {
  if (!isMember(target)) return [];
  return baseMembers(view, target)
    .slice(0, maxNamed)
    .map(({ file, symbol }) => ({ symbol: visibleLine(pathOf(symbol)), declared: `${file}:${symbol.line + 1}` }));
}

/** Files with syntax errors: those that name a function whose callers were looked for, and those with a function whose callees were. */
async function findBroken(
  built: readonly (readonly [Graph["direction"], CallGraph])[],
  { symbols, view, depth, signal }: Lookup & { readonly depth: number },
): Promise<readonly string[]> {
  const words = new Set<string>();
  const files = new Set<string>();
  for (const [direction, { start, nodes, edges }] of built) {
    const followed = edges.filter((edge) => edge.depth < depth);
    const asked = [start, ...followed.flatMap(({ from, to }) => nodes.get(direction === "callers" ? from : to) ?? [])];
    for (const { file, symbol } of asked) {
      // A constructor is called by the name of its type.
      if (direction === "callers") words.add(symbol.kind === "constructor" ? typeOf(symbol) : symbol.name);
      else if (view.file(file)?.broken === true) files.add(file);
    }
  }
  const naming = await brokenFilesNaming([...words].filter(Boolean), symbols, view, signal);
  return [...new Set([...files, ...naming])].sort();
}

function typeOf({ path, name }: CodeSymbol): string {
  return path.split("/").at(-2) ?? name;
}

/** If everything is by syntax, rows are not marked as such. */
function asKnown(graph: CallGraph, { state }: Provenance): CallGraph {
  if (state !== "syntactic") return graph;
  return { ...graph, edges: graph.edges.map(({ unconfirmed: _unconfirmed, ...edge }) => edge) };
}
