import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transcriptsIn } from "./compare.ts";
import { sessions } from "./sessions/index.ts";

interface Count {
  calls: number;
  errors: number;
  overflow: number;
  partial: number;
  byServer: number;
}

const overflowing =
  /\bshown\b.*(?:offset|Narrow)|past the end|Whole output|Next: offset|left out here|read_file \{.*offset/;
const doubtful = /\bsyntactic\b|partial by|No server has judged|By syntax only|not compared|Not complete|\[\d+ of \d+/;
const servedTools = /^(?:call_graph|diagnostics|edit_code|hierarchy|references|symbol_at)$/;
const served = new Set(sessions.flatMap(({ name, servers = [] }) => (servers.length > 0 ? [name] : [])));

/** How many calls of each tool there are, and how they ended: a tool that is hardly asked is hardly compared. */
export function showCoverage(directory: string): string {
  const counts = new Map<string, Count>();
  for (const name of transcriptsIn(directory)) {
    const [session = "", file = ""] = name.split("/");
    const tool = /^\d+-(\w+)\.txt$/.exec(file)?.[1];
    const text = readFileSync(join(directory, name), "utf8");
    if (tool === undefined || !text.startsWith("[")) continue;
    const count = counts.get(tool) ?? { calls: 0, errors: 0, overflow: 0, partial: 0, byServer: 0 };
    counts.set(tool, count);
    addCall(count, text, served.has(session) && servedTools.test(tool));
  }
  const rows = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  const all = { calls: 0, errors: 0, overflow: 0, partial: 0, byServer: 0 };
  for (const [, count] of rows) for (const key of keysOf(all)) all[key] += count[key];
  const head = ["tool", ...keysOf(all)].map((each) => each.padEnd(16)).join("");
  return [head, ...[...rows, ["all", all] as const].map(([tool, count]) => row(tool, count))].join("\n");
}

function addCall(count: Count, text: string, mayBeServed: boolean): void {
  const isError = /^isError: true$|^protocol error/m.test(text);
  count.calls += 1;
  if (isError) count.errors += 1;
  else if (overflowing.test(text)) count.overflow += 1;
  else if (doubtful.test(text)) count.partial += 1;
  if (!isError && mayBeServed && !/\bsyntactic\b|No server has judged/.test(text)) count.byServer += 1;
}

function row(tool: string, count: Count): string {
  return [tool, ...keysOf(count).map((key) => String(count[key]))].map((each) => each.padEnd(16)).join("");
}

function keysOf(_: Count): readonly (keyof Count)[] {
  return ["calls", "errors", "overflow", "partial", "byServer"];
}
