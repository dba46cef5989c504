import type { ProcessScope } from "toolwright";
import { padText, type Pieces, type TextStyle, wrapText } from "toolwright/cli";
import type { NodeProcessRunner } from "toolwright/process";
import { countOf } from "../../workspace/text/visible-text.ts";
import type { CommandContext } from "../command-context.ts";

export type Level = "ok" | "info" | "warning" | "problem";

/** One line of the report. */
export interface Finding {
  readonly what: string;
  readonly level: Level;
  readonly detail: string;
  /** What to do about it. */
  readonly next?: string;
}

/** What a check examines, and the means to do so. */
export interface Examination {
  readonly context: CommandContext;
  /** The project as the server would choose it; undefined if there is none. */
  readonly root: string | undefined;
  readonly processes: NodeProcessRunner;
  /** Closed when the check ends. */
  readonly scope: ProcessScope;
  readonly signal: AbortSignal;
}

export interface Check {
  readonly what: string;
  /** Default: 5 s. */
  readonly limitMs?: number;
  /** A thrown error is reported as a problem with its message. */
  run(examination: Examination): Promise<Omit<Finding, "what"> | readonly Finding[]>;
}

const styles: Readonly<Record<Level, TextStyle>> = { ok: "green", info: "cyan", warning: "yellow", problem: "red" };
const levelWidth = 9;
const whatWidth = 18;
const narrowest = 40;

/** A line for the finding and, below it, what to do. */
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
