import { defineTool, type Call, reads } from "toolwright";
import { openCallSteps } from "../../lsp/resolve/calls/open-call-steps.ts";
import type { Provenance } from "../../lsp/resolve/provenance.ts";
import { codeKinds } from "../../languages/symbol-kind.ts";
import type { Services } from "../../services.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { baseMembers } from "../../syntax/hierarchy/related-members.ts";
import type { ProjectSymbols, SymbolView } from "../../syntax/project-symbols.ts";
import { buildCallGraph, type CallGraph, type GraphOptions } from "../../syntax/references/call-graph.ts";
import type { GraphNode, GraphStep, OutsideCall } from "../../syntax/references/graph-node.ts";
import { graphRows, leadingTo } from "../../syntax/references/graph-rows.ts";
import { isMember, type Target } from "../../syntax/references/target.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import { brokenFilesNaming } from "../broken-files.ts";
import { overflowOf } from "../fields.ts";
import { partialOf } from "../describe-incomplete.ts";
import { findTarget, pathOf } from "../find-target.ts";
import { platformOf } from "../platform-of.ts";
import { tellProvenance, waitingFor } from "../server-question.ts";
import { findTestSymbols } from "../test-files.ts";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { input, output, type Graph, type Input, type Output, type Outside, type Row } from "./schema.ts";

const defaultDepth = 2;
const defaultRows = 100;
const waitMs = 8_000;
const maxNamed = 20;
const maxNames = 12;
const longestName = 60;

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
  const { direction = "callers", depth = defaultDepth } = input;
  const { signal } = call;
  const project = await workspace.project(input.project);
  const symbols = symbolsOf(project);
  const { target: named, partial } = await findTarget({ tool: "call_graph", input, project, symbols, call });
  const onProgress = (done: number, total: number) =>
    call.progress({ message: "Reading the project's symbols", done, total });
  const view = await symbols.view({ signal, waitMs, onProgress });
  const servers = serversOf(project);
  const steps = openCallSteps({ project, symbols, servers, view, ...waitingFor(input, call) });
  const directions = direction === "both" ? (["callers", "callees"] as const) : ([direction] as const);
  let uses = 0;
  const built: (readonly [Graph["direction"], CallGraph])[] = [];
  let target: Target = named;
  try {
    target = await steps.nodeOf(named);
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
        const step = await steps.read(each, node, { bySyntax, pace });
        return input.tests === "none" ? await withoutTests(step, { symbols, view, signal }) : step;
      };
      const options = { direction: each, depth, view, signal, onLevel, readStep };
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
    ...tellProvenance(provenance),
    graphs: await Promise.all(
      built.map(async ([each, graph]) => {
        const known = asKnown(graph, provenance);
        if (input.tests !== "only") return describeGraph(known, each, input);
        const tests = await findTestSymbols([...graph.nodes.values()], { symbols, view, signal });
        const chosen = leadingTo(known, each, (node) => tests.has(node));
        return { ...describeGraph(chosen, each, input), tests_among: countSeen(known, depth, tests) };
      }),
    ),
    other_uses: uses,
    overrides: direction === "callees" || provenance.state === "complete" ? [] : overriddenBy(view, target),
    unread: [...new Set(built.flatMap(([, { unread }]) => unread))].slice(0, maxNamed),
    broken: broken.slice(0, maxNamed),
    ...(partial === undefined ? {} : { partial }),
    ...partialOf(needed),
  };
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

/** What tests were looked for among, and how many functions of the last level were not followed. */
function countSeen(
  { start, nodes, edges }: CallGraph,
  depth: number,
  tests: ReadonlySet<GraphNode>,
): NonNullable<Graph["tests_among"]> {
  const levelOf = new Map([[start.id, 0]]);
  for (const { from, to, depth: level } of edges)
    for (const id of [from, to]) if (!levelOf.has(id)) levelOf.set(id, level);
  const isLast = (node: GraphNode): boolean => levelOf.get(node.id) === depth && node.symbol.name !== "";
  return {
    functions: nodes.size - 1,
    levels: Math.max(...levelOf.values()),
    deeper: [...nodes.values()].filter((node) => isLast(node) && !tests.has(node)).length,
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

/** As many whole levels as fit, at least one; if it is the only one, it is paged. */
function describeGraph(
  graph: CallGraph,
  direction: Graph["direction"],
  { offset = 0, limit = defaultRows }: Input,
): Graph {
  const levels = levelsOf(graph);
  let shown = Math.max(1, levels.length);
  let rows = layOut(graph, direction, shown);
  while (shown > 1 && rows.length > limit) {
    shown -= 1;
    rows = layOut(graph, direction, shown);
  }
  const page = rows.slice(offset, offset + limit);
  return {
    direction,
    levels,
    shown_levels: Math.min(shown, levels.length),
    not_followed: [...graph.notFollowed],
    rows: [...page],
    outside: sumOutside(graph.outside),
    ...overflowOf(rows.length, page.length, offset, "limit shows more at once."),
  };
}

function levelsOf({ edges, start }: CallGraph): Graph["levels"] {
  const seen = new Set([start.id]);
  const levels: { edges: number; functions: number }[] = [];
  for (const { depth, from, to } of edges) {
    const level = (levels[depth - 1] ??= { edges: 0, functions: 0 });
    level.edges += 1;
    for (const id of [from, to]) {
      if (seen.has(id)) continue;
      seen.add(id);
      level.functions += 1;
    }
  }
  return levels;
}

/** A graph as a tree of rows with this many levels. */
function layOut(graph: CallGraph, direction: Graph["direction"], levels: number): readonly Row[] {
  const filesOf = new Map<string, Set<string>>();
  for (const { file, symbol } of graph.nodes.values())
    filesOf.set(symbol.name, (filesOf.get(symbol.name) ?? new Set()).add(file));
  const platformIn = (file: string, name: string): { platform?: string } => {
    const platform = (filesOf.get(name)?.size ?? 0) > 1 ? platformOf(file) : undefined;
    return platform === undefined ? {} : { platform };
  };
  return graphRows(graph, direction, levels).map(({ level, node: { symbol, file }, edge, again }) => ({
    level,
    symbol: symbol.name === "" ? "" : visibleLine(pathOf(symbol)),
    file,
    line: symbol.line + 1,
    calls: edge.lines.map((line) => line + 1),
    ...(edge.likelyLines === undefined ? {} : { likely_calls: edge.likelyLines.map((line) => line + 1) }),
    ...(edge.certainty === "likely" ? { likely: true as const } : {}),
    ...(edge.unconfirmed === true ? { by_syntax: true as const } : {}),
    ...platformIn(file, symbol.name),
    ...(again === undefined ? {} : { again }),
  }));
}

/** Calls that lead to no function of the project, by reason and name. */
function sumOutside(calls: readonly OutsideCall[]): Outside[] {
  return (["outside", "ambiguous", "value"] as const).flatMap((why) => {
    const counts = new Map<string, number>();
    const chosen = calls.filter((each) => each.why === why);
    for (const { name } of chosen) counts.set(shorten(name), (counts.get(shorten(name)) ?? 0) + 1);
    if (counts.size === 0) return [];
    const names = Array.from(counts, ([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
    return [{ why, total: chosen.length, names: names.slice(0, maxNames), more: Math.max(0, names.length - maxNames) }];
  });
}

/** The receiver of a name may be a whole expression. */
function shorten(name: string): string {
  const text = visibleLine(name.replaceAll(/\s+/g, " "));
  return text.length <= longestName ? text : `…${text.slice(-longestName)}`;
}
