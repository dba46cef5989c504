import { readEarlierDatabases } from "./earlier-databases.ts";
import { readEntries } from "./usage-files.ts";
import type { UsageRecord } from "./usage-record.ts";

export interface ToolUsage {
  readonly tool: string;
  readonly calls: number;
  /** How many ended in each way other than "ok", most frequent first: `tool_error not_found`. */
  readonly errors: readonly { readonly outcome: string; readonly calls: number }[];
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly tokens: number;
  readonly spilled: number;
}

export interface Usage {
  readonly calls: number;
  readonly sessions: number;
  /** ISO time of the first and last call; undefined if there are none. */
  readonly first: string | undefined;
  readonly last: string | undefined;
  /** Calls that could not be stored. */
  readonly lost: number;
  /** Logs of earlier versions that cannot be read here; their calls are not counted. */
  readonly unread: readonly string[];
  /** Most used first. */
  readonly tools: readonly ToolUsage[];
}

/** The contents of the log since a given time. A missing log counts as empty. */
export async function readUsage(folder: string, since = 0): Promise<Usage> {
  const now = await readEntries(folder, since);
  const earlier = readEarlierDatabases(folder, since);
  const records = [...earlier.records, ...now.records];
  const times = records.map(({ at }) => at).toSorted((left, right) => left - right);
  const tools = [...groupBy(records, ({ tool }) => tool)].map(([tool, calls]) => summarize(tool, calls));
  return {
    calls: records.length,
    sessions: new Set(records.map(({ session }) => session).filter((session) => session !== null)).size,
    first: isoTime(times[0]),
    last: isoTime(times.at(-1)),
    lost: earlier.lost + now.lost,
    unread: earlier.unread,
    tools: tools.toSorted((left, right) => right.calls - left.calls || (left.tool < right.tool ? -1 : 1)),
  };
}

function isoTime(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}

function summarize(tool: string, calls: readonly UsageRecord[]): ToolUsage {
  const times = calls.map(({ ms }) => ms).toSorted((left, right) => left - right);
  const failed = calls.filter(({ outcome }) => outcome !== "ok");
  const byOutcome = groupBy(failed, ({ outcome, code }) =>
    // For some outcomes the code just repeats the outcome.
    code === null || code === outcome ? outcome : `${outcome} ${code}`,
  );
  const errors = [...byOutcome].map(([outcome, each]) => ({ outcome, calls: each.length }));
  return {
    tool,
    calls: calls.length,
    errors: errors.toSorted((left, right) => right.calls - left.calls || (left.outcome < right.outcome ? -1 : 1)),
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    tokens: calls.reduce((sum, { tokens }) => sum + tokens, 0),
    spilled: calls.filter(({ spilled }) => spilled).length,
  };
}

/** The smallest duration that this share of the calls did not exceed. */
function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;
}

/** Like `Map.groupBy`, which Node 20 lacks. */
function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
