import { output, type Graph, type Output } from "../../../tools/call_graph/schema.ts";
import { amountOf } from "../../search/amounts.ts";
import { answerSymbols } from "../answer-words.ts";
import type { Pages } from "../call-tool.ts";
import { describeCut, describeGaps, describeMissingServer, describeSource } from "../describe-gaps.ts";
import { describeOverloads, findTarget, type NamedSymbol } from "../find-target.ts";
import type { PipeSession } from "../pipe-session.ts";
import { readPlaces } from "../read-lines.ts";
import type { RowAnswer } from "../row.ts";

/** A row for each call of a function, in its callers. */
export async function runCallers(session: PipeSession): Promise<void> {
  await answerSymbols(session, async (target) => await findCalls(session, target, "callers"));
}

/** A row for each function that a function calls, where that is declared. */
export async function runCalls(session: PipeSession): Promise<void> {
  await answerSymbols(session, async (target) => await findCalls(session, target, "callees"));
}

async function findCalls(session: PipeSession, target: NamedSymbol, direction: Graph["direction"]): Promise<RowAnswer> {
  const { tools, places, args } = session;
  const { tests, to, depth = to === undefined ? "1" : undefined } = args.values;
  const pages = await readGraph(session, {
    ...target,
    direction,
    to: to === undefined ? undefined : await otherEnd(session, to),
    depth: depth === undefined ? undefined : Number(depth),
    tests,
    likely: args.given.has("likely") ? true : undefined,
  });
  const { first, cutFrom } = pages;
  const found = placesOf(pages, direction);
  const shown = await readPlaces(tools, found);
  const [graph] = first.graphs;
  const outside = graph?.outside.reduce((sum, { total }) => sum + total, 0) ?? 0;
  const listsLikely = args.given.has("likely");
  const printed = listsLikely ? found.length : found.filter(({ likely }) => likely !== true).length;
  const unlistedLikely = listsLikely ? 0 : first.graphs.reduce((sum, { guesses }) => sum + guesses.calls, 0);
  const leavesOut = unlistedLikely > 0 || printed < found.length;
  const what =
    direction === "callers" ? amountOf(printed, "call") + " of" : amountOf(printed, "function") + " called by";
  return {
    rows: found.map(({ file, line, symbol, likely, level, name }, index) => ({
      file,
      line,
      ...shown[index],
      text: shown[index]?.text ?? symbol,
      symbol,
      likely,
      facts: direction === "callers" ? { level, calls: name } : { level },
    })),
    unlistedLikely,
    total: `${what} ${first.symbol} (${places.shown(first.declared)}), ${describeSource(first, leavesOut)}.`,
    notes: [
      ...describeMissingServer(first),
      ...(first.other_uses === 0
        ? []
        : [`${amountOf(first.other_uses, "place uses", "places use")} it without a call; outrider refs lists them.`]),
      ...(outside === 0 ? [] : [`${amountOf(outside, "call leads", "calls lead")} out of the project.`]),
      ...first.overrides.map(
        ({ symbol, declared }) => `It overrides ${symbol} (${places.shown(declared)}): a call of that may run it.`,
      ),
    ],
    incomplete: [
      ...(await describeOverloads(session, target, first)),
      ...describeLevels(graph),
      ...describeGaps({ ...first, not_followed: graph?.not_followed ?? [] }),
      ...describeCut(cutFrom),
    ],
  };
}

/** The tool leaves out whole levels where they have too many rows. */
function describeLevels(graph: Graph | undefined): string[] {
  if (graph === undefined || graph.shown_levels >= graph.levels.length) return [];
  return [
    `only ${amountOf(graph.shown_levels, "level")} of ${graph.levels.length} are here: the others have too many rows.`,
  ];
}

/** The tool writes `path#Name` for the function at the other end. */
async function otherEnd(session: PipeSession, word: string): Promise<string> {
  const { symbol, path } = await findTarget(session, word);
  return path === undefined ? symbol : `${path}#${symbol}`;
}

/** The pages of the one graph that was asked for. */
async function readGraph({ tools }: PipeSession, input: Readonly<Record<string, unknown>>): Promise<Pages<Output>> {
  const shape = output.transform((answer) => ({ ...answer, overflow: answer.graphs[0]?.overflow }));
  return await tools.pages("call_graph", shape, { ...input, limit: 1_000 });
}

interface CallPlace {
  readonly file: string;
  readonly line: number;
  /** The function of the row: who calls, or what is called. */
  readonly symbol: string;
  /** What stands in the line: what is called. */
  readonly name: string;
  readonly level: number;
  readonly likely: true | undefined;
}

/** Each place once: a function that is reached by several ways has several rows. */
function placesOf({ first, all }: Pages<Output>, direction: Graph["direction"]): readonly CallPlace[] {
  const found = new Map<string, CallPlace>();
  const above: string[] = [first.symbol];
  for (const { level, symbol, file, line, calls, likely_calls = [], likely } of all.flatMap(
    ({ graphs }) => graphs[0]?.rows ?? [],
  )) {
    const name = direction === "callers" ? (above[level - 1] ?? first.symbol) : symbol;
    above.splice(level, above.length, symbol);
    const lines = direction === "callers" ? calls : [line];
    for (const each of lines) {
      const isLikely = likely === true || (direction === "callers" && likely_calls.includes(each));
      const key = `${file}:${each}:${name}`;
      if (found.get(key)?.likely === undefined && found.has(key)) continue;
      found.set(key, { file, line: each, symbol, name, level, likely: isLikely ? true : undefined });
    }
  }
  return [...found.values()];
}
