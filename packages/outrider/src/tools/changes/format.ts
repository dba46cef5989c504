import { escapeHidden } from "toolwright";
import { countOf, visibleLine } from "../../workspace/text/visible-text.ts";
import { describeIncomplete } from "../describe-incomplete.ts";
import type { Commit, Other, Output, Row, Use } from "./schema.ts";

/** Up to so many symbols are shown with their dependents and tests, more only with their numbers. */
const detailed = 6;
const shownUses = 5;
const shownPlaces = 4;

/** What is missing, the totals, then a line or a few for each symbol by file. */
export function format(output: Output): string {
  const { partial, incomplete, notes, symbols, others, history } = output;
  const missing = [...describeIncomplete(partial), ...incomplete.map((each) => `Incomplete: ${each}`)];
  if (history !== undefined) return [...missing, ...notes, ...showHistory(output, history)].join("\n");
  const isDetailed = symbols.length <= detailed;
  const byFile = groupByFile(symbols);
  return [
    ...missing,
    ...showTotals(output),
    ...notes,
    ...Array.from(byFile, ([file, rows]) => [
      escapeHidden(file),
      ...rows.flatMap((row) => showRow(row, isDetailed)),
    ]).flat(),
    ...others.map(showOther),
    ...showOverflow(output),
  ].join("\n");
}

function groupByFile(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row.file, [...(groups.get(row.file) ?? []), row]);
  return groups;
}

function showTotals({ from, to, total, files, untested, gone_but_used }: Output): readonly string[] {
  const range = `${visibleLine(from)} → ${visibleLine(to)}`;
  if (files === 0) return [`${range}: nothing changed.`];
  const facts = [
    ...(untested === 0 ? [] : [`no test was found for ${untested}`]),
    ...(gone_but_used === 0
      ? []
      : [
          `${countOf(gone_but_used, "name")} that ${gone_but_used === 1 ? "is" : "are"} gone ${gone_but_used === 1 ? "is" : "are"} still used`,
        ]),
  ];
  return [
    `${range}: ${countOf(total, "symbol")} changed in ${countOf(files, "file")}${facts.map((each) => `; ${each}`).join("")}.`,
    ...(total === 0 ? [] : ["Dependents and tests are found by scopes and imports, without types."]),
  ];
}

export function showRow(row: Row, isDetailed: boolean): readonly string[] {
  const { was, signature, dependents, tests, still_used, open, members, is_test } = row;
  const inside = members === 0 ? "" : ` with ${countOf(members, "member")}`;
  const facts = [
    ...(is_test ? ["test"] : []),
    ...(dependents === undefined ? [] : [showDependents(dependents)]),
    ...(tests === undefined ? [] : [showTests(tests)]),
    ...(open.length === 0 ? [] : [`may have more: ${open.map((each) => reasons[each]).join(", ")}`]),
  ];
  const name = was === undefined ? row.symbol : `${was.symbol === row.symbol ? "" : `${was.symbol} → `}${row.symbol}`;
  return [
    ` ${name} ${row.line}: ${row.how.join(", ")}${inside}${was === undefined ? "" : ` (${showGround(row, was)})`}${facts.length === 0 ? "" : `; ${facts.join("; ")}`}`,
    ...(signature === undefined ? [] : [`  was ${signature.before}`, `  now ${signature.after}`]),
    ...(still_used === undefined ? [] : [`  still used: ${showPlaces(still_used)}`]),
    ...(isDetailed && dependents !== undefined ? showUses("used by", dependents.first, sum(dependents.levels)) : []),
    ...(isDetailed && tests !== undefined ? showUses("tested by", tests.first, tests.total) : []),
  ];
}

function showGround({ file }: Row, was: NonNullable<Row["was"]>): string {
  const same = was.similarity === 1 ? "same text" : `${Math.round(was.similarity * 100)} % the same`;
  return was.file === file ? same : `from ${escapeHidden(was.file)}, ${same}`;
}

function showDependents({ levels, likely }: NonNullable<Row["dependents"]>): string {
  const total = sum(levels);
  if (total === 0) return "no dependents";
  const direct = levels[0] ?? 0;
  const more = total === direct ? "" : `, ${total} with level ${levels.length}`;
  return `${countOf(direct, "dependent")}${more}${likely === 0 ? "" : ` (${likely} likely)`}`;
}

function showTests({ total, likely }: NonNullable<Row["tests"]>): string {
  if (total === 0) return "no test found";
  return `${countOf(total, "test")}${likely === 0 ? "" : likely === total ? " (likely)" : ` (${likely} likely)`}`;
}

function showUses(what: string, uses: readonly Use[], total: number): readonly string[] {
  const shown = uses.slice(0, shownUses).map(({ symbol, file, line, level, likely }) => {
    const name = symbol === "" ? "" : `${symbol} `;
    const marks = [...(level > 1 ? [`level ${level}`] : []), ...(likely === true ? ["likely"] : [])];
    return `${name}${escapeHidden(file)}:${line}${marks.length === 0 ? "" : ` (${marks.join(", ")})`}`;
  });
  if (shown.length === 0) return [];
  const more = total > shown.length ? `, and ${total - shown.length} more` : "";
  return [`  ${what} ${shown.join(", ")}${more}`];
}

function showPlaces({ total, likely, places }: NonNullable<Row["still_used"]>): string {
  const shown = places.slice(0, shownPlaces).map(escapeHidden).join(", ");
  const more = places.length > shownPlaces || total > places.length ? ", …" : "";
  return `${countOf(total, "place")}${likely === 0 ? "" : ` (${likely} likely)`}: ${shown}${more}`;
}

const reasons: Readonly<Record<Row["open"][number], string>> = {
  many: "too many to follow",
  slow: "no time to follow further",
  deep: "not followed beyond level 4",
  unread: "files with the name could not be parsed",
  broken: "files with the name have syntax errors",
  implied: "it may be called without its name",
  "not looked for": "dependents were not looked for",
};

function showOther({ file, was, state, what, why, added, removed }: Other): string {
  const name = was === undefined ? escapeHidden(file) : `${escapeHidden(was)} → ${escapeHidden(file)}`;
  const lines = added + removed === 0 ? "" : ` +${added} −${removed}`;
  const detail = {
    top: "code outside of symbols",
    order: "symbols in another order",
    text: "",
    comments: "comments outside of symbols",
    layout: "layout",
    renamed: "",
    mode: "mode",
    unread: "not compared",
  }[what];
  const said = [detail, ...(why === undefined ? [] : [why])].filter(Boolean).join(": ");
  return `${name}: ${state}${lines}${said === "" ? "" : `; ${said}`}`;
}

function showOverflow({ overflow, symbols, total }: Output): readonly string[] {
  if (overflow === undefined) return [];
  const next = overflow.next_offset === undefined ? "" : ` Next: offset ${overflow.next_offset}.`;
  return [`[${symbols.length} of ${total} symbols. ${overflow.hint}${next}]`];
}

function showHistory({ overflow }: Output, history: readonly Commit[]): readonly string[] {
  const more = overflow?.next_offset === undefined ? [] : [`[More: offset ${overflow.next_offset}.]`];
  return [...(history.length === 0 ? ["No commit changed it."] : history.map(showCommit)), ...more];
}

function showCommit({ commit, date, author, subject, how, symbol, file, was, added, removed }: Commit): string {
  const before = was === undefined ? [] : [was.symbol === symbol ? [] : was.symbol, was.file === file ? [] : was.file];
  const from = before.length === 0 ? "" : ` from ${escapeHidden(before.flat().join(" in "))}`;
  const when = commit === "" ? "not committed" : `${commit} ${date} ${author}: ${subject}`;
  return `${when} [${how.join(", ")}${from} +${added} −${removed}]`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
