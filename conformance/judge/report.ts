import type { Inspected } from "./inspect.ts";
import { gapOf } from "./known-gaps.ts";
import type { Scenario, SuiteVerdict } from "./suite.ts";

const maxLine = 180;

/** Prints what the suite found and returns what must not be. */
export function printSuite({ revision, code, scenarios, tail }: SuiteVerdict, wanted: number): readonly string[] {
  const scored = scenarios.filter(({ notScored }) => notScored === undefined);
  const passed = scored.filter(isPassed);
  const checks = scored.reduce((sum, scenario) => sum + scenario.passed, 0);
  console.log(`\n${revision}: ${passed.length} of ${wanted} scored scenarios passed, ${checks} checks`);
  for (const { name, warnings } of scored) for (const warning of warnings) printLine(`warning ${name}: ${warning}`);
  const problems = scored.filter((scenario) => !isPassed(scenario)).flatMap(describeFailure);
  if (scored.length !== wanted)
    problems.push(`${scored.length} scenarios were scored, not ${wanted}; it ended with\n${tail}`);
  if (code !== 0) problems.push(`the suite ended with ${code === null ? "its deadline" : `code ${code}`}`);

  const unscored = scenarios.filter(({ notScored }) => notScored !== undefined);
  for (const group of groupByGap(unscored)) printLine(describeUnscored(group));
  // A scenario that nobody requires may fail, but not unnoticed.
  const unknown = unscored.filter((scenario) => gapOf(scenario.name) === undefined && !isPassed(scenario));
  problems.push(...unknown.flatMap(describeFailure));
  const closed = unscored.filter((scenario) => gapOf(scenario.name) !== undefined && isPassed(scenario));
  problems.push(...closed.map(({ name }) => `${name} passes by now; take it out of judge/known-gaps.ts`));
  return problems.map((problem) => `${revision} ${problem}`);
}

/** Prints how the inspector's cases went and returns what must not be. */
export function printInspector({ results, problems }: Inspected): readonly string[] {
  const failed = results.filter(({ problem }) => problem !== undefined);
  console.log(`\ninspector: ${results.length - failed.length} of ${results.length} cases passed`);
  for (const where of new Set(results.map((result) => result.where))) {
    const own = results.filter((result) => result.where === where);
    printLine(`${where}: ${own.filter(({ problem }) => problem === undefined).length} of ${own.length}`);
  }
  return [...failed.map(({ where, name, problem }) => `inspector, ${where}, ${name}: ${problem}`), ...problems];
}

function isPassed({ passed, failures }: Scenario): boolean {
  return passed > 0 && failures.length === 0;
}

function describeFailure({ name, failures }: Scenario): string[] {
  return failures.length === 0 ? [`${name}: nothing was checked`] : failures.map((failure) => `${name}: ${failure}`);
}

/** Scenarios that fail for the same reason share a line. */
function groupByGap(scenarios: readonly Scenario[]): readonly (readonly Scenario[])[] {
  const groups = new Map<string, Scenario[]>();
  for (const scenario of scenarios) {
    const key = gapOf(scenario.name) ?? scenario.name;
    groups.set(key, [...(groups.get(key) ?? []), scenario]);
  }
  return [...groups.values()];
}

function describeUnscored(group: readonly Scenario[]): string {
  const [{ name, notScored } = { name: "", notScored: "" }, ...more] = group;
  const names = more.length === 0 ? name : `${name} and ${more.length} more`;
  const passed = group.reduce((sum, scenario) => sum + scenario.passed, 0);
  const failed = group.reduce((sum, scenario) => sum + scenario.failures.length, 0);
  const gap = gapOf(name);
  return `unscored (${notScored}) ${names}: ${passed} passed, ${failed} failed${gap === undefined ? "" : `; ${gap}`}`;
}

function printLine(text: string): void {
  console.log(`  ${text.length <= maxLine ? text : `${text.slice(0, maxLine)}…`}`);
}
