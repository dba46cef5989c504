import type { AnyTool } from "../../tool/tool.ts";
import { cancelChecks } from "./cancel-checks.ts";
import { type CheckDefinition, inTurn } from "./check.ts";
import { concurrencyChecks } from "./concurrency-checks.ts";
import { exampleChecks, nextCallChecks } from "./example-checks.ts";
import { inputChecks } from "./input-checks.ts";
import { leakChecks } from "./leak-checks.ts";
import type { ConformanceOptions } from "./options.ts";
import { outputChecks } from "./output-checks.ts";
import { ConformanceError } from "./require-outcome.ts";
import { findExamples } from "./steer.ts";
import { createSubject, findExampleProblem, type Subject } from "./subject.ts";
import { throwChecks } from "./throw-checks.ts";
import { loopChecks, timeChecks } from "./time-checks.ts";

/** What test runners pass to a test; a check that does not apply is skipped with its reason. */
export interface CheckContext {
  skip?(reason: string): unknown;
}

/** One guarantee that every tool has to keep, ready for any test runner. */
export interface Check {
  readonly id: string;
  readonly title: string;
  /** Rejects with a ConformanceError if the tool breaks the guarantee. */
  readonly run: (context?: CheckContext) => Promise<void>;
  /** The limit for test runners: longer than `run` ever takes, so that a check itself says what took so long. */
  readonly timeoutMs: number;
}

/** A check that reports instead of asking a test runner to skip. */
export interface ReportingCheck extends Check {
  /** Resolves with the reason if the check does not apply. */
  examine(): Promise<string | undefined>;
}

/** All guarantees, for any tool, ready for any test runner. */
export function conformanceChecks(tool: AnyTool, options: ConformanceOptions = {}): readonly Check[] {
  return tellingChecks(tool, options).map(({ id, title, run, timeoutMs }) => ({ id, title, run, timeoutMs }));
}

export function tellingChecks(tool: AnyTool, options: ConformanceOptions): readonly ReportingCheck[] {
  const examples = findExamples(tool, options.example);
  const [example] = examples;
  if (example === undefined) return [failWithoutExample(tool)];
  const subject = createSubject(tool, examples, example, options);
  const limitMs = Math.max(minLimitMs, subject.exampleMs * examplesInTurn);
  return definitions.map((definition) => toCheck(definition, limitMs, () => examine(definition, subject)));
}

// Every wait inside a check has its own limit; this one is for the unforeseen.
const minLimitMs = 120_000;
/** Twice what a hundred calls at once may take, the longest of all waits. */
const examplesInTurn = 12;
/** Time left for a check to report that it took too long. */
const tellingMs = 5_000;

const definitions: readonly CheckDefinition[] = [
  ...exampleChecks,
  ...cancelChecks,
  ...timeChecks,
  ...loopChecks,
  ...inputChecks,
  ...outputChecks,
  ...throwChecks,
  ...nextCallChecks,
  ...concurrencyChecks,
  ...leakChecks,
];

async function examine(definition: CheckDefinition, subject: Subject): Promise<string | undefined> {
  const problem = definition.needsExample === true ? await findExampleProblem(subject) : undefined;
  const reason = problem ?? (await definition.findReasonToSkip?.(subject));
  return reason ?? (await definition.examine(subject));
}

function toCheck(
  { id, title }: { readonly id: string; readonly title: string },
  limitMs: number,
  work: () => Promise<string | undefined>,
): ReportingCheck {
  return {
    id,
    title,
    timeoutMs: limitMs + tellingMs,
    examine: () => inTurn(limitMs, work),
    async run(context) {
      const reason = await inTurn(limitMs, work);
      if (reason !== undefined) context?.skip?.(`not applicable: ${reason}`);
    },
  };
}

function failWithoutExample(tool: AnyTool): ReportingCheck {
  const lack = tool.examples.length === 0 ? "has no examples" : "all its examples fail";
  return toCheck({ id: "example:given", title: "there is an example to run" }, minLimitMs, async () => {
    throw new ConformanceError(
      `${tool.name} requires ${(tool.inputJsonSchema.required ?? []).map((name) => `\`${name}\``).join(", ")} and ${lack}.`,
      "at least one valid input that ends ok.",
      "add `examples: [{ title, input }]` to the definition, or pass `example` in the options.",
    );
  });
}
