import { padText, type Pieces, type TextStyle, wrapText } from "toolwright/cli";
import { countOf } from "../../workspace/text/count-of.ts";
import type { Finding, Level } from "./check.ts";

const styles: Readonly<Record<Level, TextStyle>> = { ok: "green", info: "cyan", warning: "yellow", problem: "red" };
const levelWidth = 9;
const whatWidth = 18;
const narrowest = 40;

/** A line, and below it what to do. */
export function showFinding({ what, level, detail, next }: Finding, columns: number | undefined): Pieces {
  const indent = " ".repeat(levelWidth + whatWidth);
  const rest = columns === undefined || columns < narrowest ? Number.POSITIVE_INFINITY : columns;
  const [first = "", ...more] = wrapText(detail, indent, rest);
  const advice = next === undefined ? [] : wrapText(`→ ${next}`, indent, rest, `${indent}  `);
  return [
    { text: padText(level, levelWidth), style: styles[level] },
    padText(what, whatWidth),
    [first.trimStart(), ...more, ...advice].join("\n"),
  ];
}

export function summarize(findings: readonly Finding[]): string {
  const problems = findings.filter(({ level }) => level === "problem").length;
  const warnings = findings.filter(({ level }) => level === "warning").length;
  const tail = warnings === 0 ? "" : `, ${countOf(warnings, "warning")}`;
  return problems === 0 ? `Outrider works here${tail}.` : `${countOf(problems, "problem")}${tail}.`;
}
