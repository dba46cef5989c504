import type { Counts, Fault } from "./compare.ts";
import type { DrawnSymbol } from "./draw-symbols.ts";
import type { TruthRepository } from "./repositories.ts";

/** One symbol that was asked for. */
export interface Row {
  readonly repository: TruthRepository;
  readonly symbol: DrawnSymbol;
  readonly counts: Counts;
  readonly faults: readonly Fault[];
}

/** What could not be asked, by repository. */
export interface NotAsked {
  readonly repository: TruthRepository;
  readonly unknown: number;
  readonly failed: readonly string[];
}

const columns: readonly (readonly [title: string, value: (rows: readonly Row[]) => string])[] = [
  ["symbols", (rows) => String(rows.length)],
  ["true", (rows) => String(sum(rows, "true"))],
  ["sure, right", (rows) => String(sum(rows, "sureRight"))],
  ["sure, wrong", (rows) => String(sum(rows, "sureWrong"))],
  ["likely, right", (rows) => String(sum(rows, "likelyRight"))],
  ["likely, wrong", (rows) => String(sum(rows, "likelyWrong"))],
  ["by file", (rows) => String(sum(rows, "byFile"))],
  ["unread", (rows) => String(sum(rows, "unread"))],
  ["lies", (rows) => String(sum(rows, "lies"))],
  ["symbols with lies", (rows) => String(rows.filter(({ counts }) => counts.lies > 0).length)],
  ["falsely complete", (rows) => String(sum(rows, "falselyComplete"))],
  ["wrong sums", (rows) => String(sum(rows, "wrongSums"))],
  ["unjudged", (rows) => String(sum(rows, "unjudged"))],
  ["sure / true", (rows) => `${((100 * sum(rows, "sureRight")) / Math.max(1, sum(rows, "true"))).toFixed(1)} %`],
];

export function printTable(rows: readonly Row[], notAsked: readonly NotAsked[]): void {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const { language, name, set } = row.repository;
    // Of those that are held back, only the sum of a language is shown.
    for (const key of set === "held" ? [`${language}, all held`] : [`${language} ${name}`, `${language}, all tune`])
      groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const keys = [...groups.keys()].sort((a, b) => (order(a) < order(b) ? -1 : 1));
  const table = [
    ["", ...columns.map(([title]) => title)],
    ...[...keys, "all"].map((key) => [
      key,
      ...columns.map(([, value]) => value(key === "all" ? rows : (groups.get(key) ?? []))),
    ]),
  ];
  const widths = table[0]?.map((_, at) => Math.max(...table.map((line) => line[at]?.length ?? 0))) ?? [];
  const rule = widths.map((width) => "-".repeat(width));
  for (const line of [table[0] ?? [], rule, ...table.slice(1)])
    console.log(
      `| ${line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(" | ")} |`,
    );
  for (const { repository, unknown, failed } of notAsked) {
    if (repository.set === "held") continue;
    if (unknown > 0)
      console.log(`${repository.name}: ${unknown} drawn symbols are unknown to the server (passed over).`);
    for (const why of failed) console.log(`${repository.name}: failed: ${why.slice(0, 200)}`);
  }
}

/** Repositories of a language before its sums. */
function order(key: string): string {
  const [language = "", rest = ""] = key.split(/, | /, 2);
  return `${language} ${key.includes(",") ? "2" : "1"}${rest}`;
}

/** `what language repository symbol file:line:column text`, for debugging. */
export function showFault({ repository, symbol }: Row, { what, line, column }: Fault, text: string): string {
  const name = symbol.container === "" ? symbol.name : `${symbol.container}/${symbol.name}`;
  return `${what} ${repository.language} ${repository.name} ${name} (${symbol.kind} ${symbol.id}) ${line}:${column} ${text.trim()}`;
}

function sum(rows: readonly Row[], key: keyof Counts): number {
  return rows.reduce((total, { counts }) => total + counts[key], 0);
}
