import { countOf } from "../../workspace/text/visible-text.ts";
import type { FoundProblem, CheckedFile } from "./judge-files.ts";

/** How an edit changed the problems that language servers report. */
export interface ProblemChange {
  /** `src/a.ts:3:5 error TS2345 Argument of …`; errors first, not all of them. */
  readonly added: readonly string[];
  readonly addedErrors: number;
  readonly addedWarnings: number;
  readonly fixedErrors: number;
  readonly fixedWarnings: number;
  /** Number of files that servers checked before and after. */
  readonly compared: number;
  /** A sentence why other files could not be compared. */
  readonly unknown: string | undefined;
}

/** A file under its current path. */
export interface ComparedFile {
  readonly path: string;
  readonly before: CheckedFile;
  readonly after: CheckedFile;
}

const maxShown = 10;
const maxLine = 200;
const maxReasons = 2;

/**
 * Problems are equal if severity, code, message and the text of their line are: lines move, and the same one may occur twice.
 * Remaining problems about the same words are equal, too: the edit has changed the line around them.
 */
export function changeOf(files: readonly ComparedFile[]): ProblemChange {
  const added: { readonly path: string; readonly problem: FoundProblem }[] = [];
  const fixed: FoundProblem[] = [];
  let compared = 0;
  for (const { path, before, after } of files) {
    // Problems that disappeared with their file do not count as fixed.
    if (after.state !== "known" || (before.state !== "known" && before.state !== "missing")) continue;
    compared += 1;
    const was = before.state === "known" ? before.problems : [];
    const [come, gone] = [beyond(after.problems, was, keyOf), beyond(was, after.problems, keyOf)];
    added.push(...beyond(come, gone, keyByWords).map((problem) => ({ path, problem })));
    fixed.push(...beyond(gone, come, keyByWords));
  }
  const shown = added.toSorted((one, other) => one.problem.severity - other.problem.severity).slice(0, maxShown);
  return {
    added: shown.map(({ path, problem }) => showProblem(path, problem)),
    addedErrors: added.filter(({ problem }) => problem.severity === 1).length,
    addedWarnings: added.filter(({ problem }) => problem.severity === 2).length,
    fixedErrors: fixed.filter(({ severity }) => severity === 1).length,
    fixedWarnings: fixed.filter(({ severity }) => severity === 2).length,
    compared,
    unknown: whyUnknown(files, compared),
  };
}

/** Multiset difference: the items of `some` that are not in `others`. */
function beyond(
  some: readonly FoundProblem[],
  others: readonly FoundProblem[],
  key: (problem: FoundProblem) => string,
): readonly FoundProblem[] {
  const counts = new Map<string, number>();
  for (const each of others) counts.set(key(each), (counts.get(key(each)) ?? 0) + 1);
  return some.filter((each) => {
    const left = counts.get(key(each)) ?? 0;
    if (left > 0) counts.set(key(each), left - 1);
    return left === 0;
  });
}

function keyOf({ severity, source, code, message, shown }: FoundProblem): string {
  return JSON.stringify([severity, source, code, message, shown]);
}

function keyByWords(problem: FoundProblem): string {
  return keyOf({ ...problem, shown: problem.flagged });
}

function showProblem(path: string, { range: { start }, severity, code, source, message }: FoundProblem): string {
  const name = code === undefined ? "" : `${source === "ts" && /^\d+$/.test(code) ? `TS${code}` : code} `;
  const place = `${path}:${start.line + 1}:${start.character + 1}`;
  const line = `${place} ${severity === 1 ? "error" : "warning"} ${name}${message.replaceAll(/\s+/g, " ").trim()}`;
  return line.length <= maxLine ? line : `${line.slice(0, maxLine - 1)}…`;
}

/** That a language has no server is only worth mentioning if nothing else is known. */
function whyUnknown(files: readonly ComparedFile[], compared: number): string | undefined {
  const unsettled = reasonsOf(files, "unsettled");
  const told = unsettled.size > 0 || compared > 0 ? unsettled : reasonsOf(files, "none");
  if (told.size === 0) return undefined;
  const count = [...told.values()].reduce((sum, each) => sum + each, 0);
  const reasons = [...told.keys()].slice(0, maxReasons).join("; ");
  return `${countOf(count, "file")} not compared: ${reasons}${told.size > maxReasons ? "; and other reasons" : ""}.`;
}

function reasonsOf(files: readonly ComparedFile[], state: "unsettled" | "none"): ReadonlyMap<string, number> {
  const reasons = new Map<string, number>();
  for (const { before, after } of files) {
    const judged = before.state === state ? before : after.state === state ? after : undefined;
    if (judged?.state !== "unsettled" && judged?.state !== "none") continue;
    const why = judged.why
      .replaceAll(/\s+/g, " ")
      .replace(/\.$/, "")
      .replace(/^none for/, "no language server for");
    reasons.set(why, (reasons.get(why) ?? 0) + 1);
  }
  return reasons;
}
