import type { Database, DriverName, SqlRow } from "../sqlite/database.ts";
import { findFiles } from "../sqlite/open-database.ts";
import { openUsageDatabase } from "./usage-database.ts";

export interface ToolUsage {
  readonly tool: string;
  readonly calls: number;
  /** How many ended in each way other than "ok", the most frequent first: `tool_error not_found`. */
  readonly errors: readonly { readonly outcome: string; readonly calls: number }[];
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly tokens: number;
  readonly spilled: number;
}

export interface Usage {
  readonly calls: number;
  readonly sessions: number;
  /** ISO time of the first and last call; undefined when there is none. */
  readonly first: string | undefined;
  readonly last: string | undefined;
  /** Calls that could not be kept. */
  readonly lost: number;
  /** Logs that only another Node can read; their calls are not counted. */
  readonly unread: readonly string[];
  /** The most used first. */
  readonly tools: readonly ToolUsage[];
}

/** What the log holds from a time on, under whichever Node it was written, as far as this one can read it. No log is an empty one. */
export async function readUsage(file: string, since = 0, best?: DriverName): Promise<Usage> {
  const { readable, unreadable } = findFiles(file, best);
  const rows: SqlRow[] = [];
  let lost = 0;
  for (const driver of readable) {
    const database = await openUsageDatabase(file, { driver, busyMs: 2_000 });
    try {
      const columns = "at, tool, outcome, code, ms, tokens, spilled, session";
      rows.push(...database.all(`SELECT ${columns} FROM calls WHERE at >= ? ORDER BY at`, [since]));
      lost += readLost(database, since);
    } finally {
      database.close();
    }
  }
  const times = rows.map((row) => Number(row["at"])).toSorted((left, right) => left - right);
  const byTool = groupBy(rows, (row) => String(row["tool"]));
  const tools = [...byTool].map(([tool, calls]) => summarize(tool, calls));
  return {
    calls: rows.length,
    sessions: new Set(rows.map((row) => row["session"]).filter((session) => session !== null)).size,
    first: isoTime(times[0]),
    last: isoTime(times.at(-1)),
    lost,
    unread: unreadable,
    tools: tools.toSorted((left, right) => right.calls - left.calls || (left.tool < right.tool ? -1 : 1)),
  };
}

function readLost(database: Database, since: number): number {
  const [row] = database.all("SELECT coalesce(sum(calls), 0) AS calls FROM lost WHERE at >= ?", [since]);
  return Number(row?.["calls"] ?? 0);
}

function isoTime(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}

function summarize(tool: string, rows: readonly SqlRow[]): ToolUsage {
  const times = rows.map((row) => Number(row["ms"])).toSorted((left, right) => left - right);
  const failed = rows.filter((row) => row["outcome"] !== "ok");
  const byOutcome = groupBy(failed, ({ outcome, code }) =>
    // Of some outcomes the code says the same once more.
    [...new Set([outcome, code])].filter((word) => typeof word === "string").join(" "),
  );
  const errors = [...byOutcome].map(([outcome, calls]) => ({ outcome, calls: calls.length }));
  return {
    tool,
    calls: rows.length,
    errors: errors.toSorted((left, right) => right.calls - left.calls || (left.outcome < right.outcome ? -1 : 1)),
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    tokens: rows.reduce((sum, row) => sum + Number(row["tokens"]), 0),
    spilled: rows.filter((row) => row["spilled"] === 1).length,
  };
}

/** The smallest time that this part of the calls did not exceed. */
function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;
}

/** As `Map.groupBy`, which Node 20 lacks. */
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
