import type { CheckReport, ConformanceReport } from "../testing/index.ts";
import { padText, wrapLine } from "../cli/text-width.ts";

/** The result for one tool. */
export interface TestResult extends ConformanceReport {
  /** Why nothing ran. */
  readonly notTested?: string;
  /** What to look at first when it failed. */
  readonly note?: string;
}

/** One line for a tool that conforms; below it, for one that does not, only what is wrong. */
export function renderResult(result: TestResult, nameWidth: number, columns: number | undefined): string {
  const { tool, ok, notTested, note, checks } = result;
  const mark = notTested === undefined ? (ok ? "✓" : "✗") : "–";
  const waiting = checks.filter(waitsForExample).length;
  const heading = `${mark} ${padText(tool, nameWidth)}  ${notTested === undefined ? countChecks(result, waiting) : `not tested: ${notTested}`}`;
  return [
    heading,
    ...checks.filter((check) => check.verdict === "failed").flatMap(describeFailure),
    ...(waiting === 0 ? [] : [`  ${countOf(waiting, "check waits", "checks wait")} for example:ok`]),
    ...(note === undefined ? [] : [`  Note: ${note}`]),
  ]
    .flatMap((line) => wrapLine(line, columns))
    .join("\n");
}

export function summarize(results: readonly TestResult[]): string {
  if (results.length === 0) return "There are no tools to test.";
  const tested = results.filter((result) => result.notTested === undefined);
  const failing = tested.filter((result) => !result.ok).map((result) => result.tool);
  const left = results.filter((result) => result.notTested !== undefined).map((result) => result.tool);
  const verdict = failing.length === 0 ? "all conform" : `not conforming: ${failing.join(", ")}`;
  return [
    ...(tested.length === 0 ? [] : [`${countOf(tested.length, "tool", "tools")} tested, ${verdict}.`]),
    ...(left.length === 0 ? [] : [`Not tested: ${left.join(", ")}.`]),
  ].join(" ");
}

function countChecks({ passed, failed, notApplicable }: ConformanceReport, waiting: number): string {
  const counts = [
    [failed, "failed"],
    [passed, "passed"],
    [notApplicable - waiting, "not applicable"],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(", ");
}

/** Without a working example most checks have nothing to test; their reason names it. */
function waitsForExample({ verdict, reason = "" }: CheckReport): boolean {
  return verdict === "not applicable" && reason.includes("example:ok");
}

function describeFailure({ id, title, reason = "" }: CheckReport): readonly string[] {
  return [`  ✗ ${id}  ${title}`, ...reason.split("\n").map((line) => `      ${line}`)];
}

function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
