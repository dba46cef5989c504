import { firstLines, type Problem, readCounts, type Summariser } from "./summary.ts";

const words = { failed: "failed", passed: "passed", skipped: "skipped", todo: "todo" };

/** vitest and jest, whose last lines look alike. */
export const vitest: Summariser = {
  kind: "tests",
  detect: (_command, text) => /^[ \t]*Tests:? +\d+ [a-z]+/m.test(text),
  summarise(text) {
    const lines = text.split("\n");
    const total = lines.findLast((line) => /^\s*Tests:? +\d+/.test(line));
    if (total === undefined) return undefined;
    return { counts: readCounts(total, words), problems: findProblems(lines) };
  },
};

/** Each failure starts with ` FAIL  file > name` (vitest) or `  ● name` (jest) and ends where the next one starts. */
function findProblems(lines: readonly string[]): readonly Problem[] {
  const problems = new Map<string, Problem>();
  for (let at = 0; at < lines.length; at += 1) {
    const name = titleOf(lines[at] ?? "");
    if (name === undefined) continue;
    const length = lines
      .slice(at + 1, at + maxLines)
      .findIndex((line) => titleOf(line) !== undefined || /^⎯{5,}|^Test Suites:|^\s*Test Files/.test(line));
    const body = lines.slice(at + 1, at + (length === -1 ? maxLines : 1 + length));
    // Runners repeat all failures at the end.
    if (!problems.has(name)) problems.set(name, toProblem(name, body));
  }
  return [...problems.values()];
}

/** Per failure: further lines are not shown anyway. */
const maxLines = 200;

function titleOf(line: string): string | undefined {
  return /^ FAIL {2}(.+ > .+|\S+)$/.exec(line)?.[1] ?? /^ {2}● (.+)$/.exec(line)?.[1];
}

function toProblem(name: string, body: readonly string[]): Problem {
  const place = body
    .map(
      (line) =>
        /^ ❯ (?:.* )?\(?([^\s()]+:\d+):\d+\)?$/.exec(line)?.[1] ?? /^\s+at .*\(([^()]+:\d+):\d+\)$/.exec(line)?.[1],
    )
    .find((found) => found !== undefined);
  const message = body.filter((line) => !/^\s*(?:>?\s*\d+ ?\||\||❯|at )/.test(line));
  return { name, ...(place === undefined ? {} : { place }), detail: firstLines(message) };
}
