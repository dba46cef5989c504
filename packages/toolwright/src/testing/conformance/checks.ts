import type { AnyTool } from "../../tool/tool.ts";
import { cancelChecks } from "./cancel-checks.ts";
import type { CheckDefinition } from "./check.ts";
import { concurrencyChecks } from "./concurrency-checks.ts";
import { ConformanceError } from "./conformance-error.ts";
import { exampleChecks } from "./example-check.ts";
import { findExamples } from "./find-example.ts";
import { inTurn } from "./in-turn.ts";
import { inputChecks } from "./input-checks.ts";
import { leakChecks } from "./leak-checks.ts";
import { nextCallChecks } from "./next-call-check.ts";
import type { ConformanceOptions } from "./options.ts";
import { outputChecks } from "./output-checks.ts";
import { createSubject, findExampleProblem, type Subject } from "./subject.ts";
import { throwChecks } from "./throw-checks.ts";
import { timeChecks } from "./time-checks.ts";

/** What test runners hand to a test; a check that does not apply is skipped with its reason. */
export interface CheckContext {
  skip?(reason: string): unknown;
}

/** One promise that every tool has to keep, ready for any test runner. */
export interface Check {
  readonly id: string;
  readonly title: string;
  /** Rejects with a ConformanceError when the tool breaks the promise. */
  readonly run: (context?: CheckContext) => Promise<void>;
}

/** A check that tells instead of asking a test runner to skip. */
export interface TellingCheck extends Check {
  /** Resolves with the reason when the check does not apply. */
  examine(): Promise<string | undefined>;
}

/** All promises, for any tool: `for (const check of conformanceChecks(tool)) test(check.title, check.run)`. */
export function conformanceChecks(tool: AnyTool, options: ConformanceOptions = {}): readonly Check[] {
  return tellingChecks(tool, options).map(({ id, title, run }) => ({ id, title, run }));
}

export function tellingChecks(tool: AnyTool, options: ConformanceOptions): readonly TellingCheck[] {
  const examples = findExamples(tool, options.example);
  const [example] = examples;
  if (example === undefined) return [failWithoutExample(tool)];
  const subject = createSubject(tool, examples, example, options);
  return definitions.map((definition) => toCheck(definition, () => examine(definition, subject)));
}

const definitions: readonly CheckDefinition[] = [
  ...exampleChecks,
  ...cancelChecks,
  ...timeChecks,
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
  if (reason === undefined) await definition.examine(subject);
  return reason;
}

function toCheck({ id, title }: { id: string; title: string }, work: () => Promise<string | undefined>): TellingCheck {
  return {
    id,
    title,
    examine: () => inTurn(work),
    async run(context) {
      const reason = await inTurn(work);
      if (reason !== undefined) context?.skip?.(`not applicable: ${reason}`);
    },
  };
}

function failWithoutExample(tool: AnyTool): TellingCheck {
  return toCheck({ id: "example:given", title: "there is an example to run" }, async () => {
    throw new ConformanceError(
      `${tool.name} requires ${(tool.inputJsonSchema.required ?? []).map((name) => `\`${name}\``).join(", ")} and has no examples.`,
      "at least one valid input.",
      "add `examples: [{ title, input }]` to the definition, or pass `example` in the options.",
    );
  });
}
