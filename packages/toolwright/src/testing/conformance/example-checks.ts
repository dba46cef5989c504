import type { Outcome } from "../../call/outcome.ts";
import type { JsonObject } from "../../tool/schema.ts";
import type { Fault } from "../test-kernel.ts";
import type { CheckDefinition } from "./check.ts";
import { ConformanceError, describeOutcome, requireOk, requireFailure } from "./require-outcome.ts";
import { findFailingExamples, type FailingExample } from "./steer.ts";
import type { Subject } from "./subject.ts";
import { isToolError } from "../../tool/tool-error.ts";

/** What the author shows as correct use has to work. */
export const exampleChecks: readonly CheckDefinition[] = [
  {
    id: "example:ok",
    title: "every example ends ok, with a valid value and some text",
    async examine(subject) {
      const { end, faults } = await subject.lone();
      if (end instanceof ConformanceError) throw end;
      requireAnswer(end, subject.example, faults);
      for (const input of subject.examples.slice(1)) await examineExample(subject, input);
    },
  },
  {
    id: "example:fails",
    title: "every failing example ends in the error it names",
    findReasonToSkip: ({ tool }) =>
      findFailingExamples(tool).length === 0 ? "none of its examples has `fails`" : undefined,
    async examine(subject) {
      for (const example of findFailingExamples(subject.tool)) await examineFailing(subject, example);
    },
  },
];

async function examineExample(subject: Subject, input: JsonObject): Promise<void> {
  await using bench = subject.open();
  requireAnswer(await bench.start({ input }).outcome, input, bench.faults());
}

async function examineFailing(subject: Subject, { input, fails }: FailingExample): Promise<void> {
  await using bench = subject.open();
  const outcome = await bench.start({ input }).outcome;
  if (outcome.status === "tool_error" && outcome.error.code === fails) return;
  const end = describeOutcome(outcome, bench.faults()).replace(/\.$/, "");
  const code = outcome.status === "tool_error" ? `, with the code "${outcome.error.code}"` : "";
  throw new ConformanceError(
    `with the failing example ${JSON.stringify(input)}, the call ended ${end}${code}.`,
    `tool_error with the code "${fails}".`,
    `let the handler throw \`new ToolError("${fails}", …)\` for this input, or correct \`fails\` of the example.`,
  );
}

function requireAnswer(outcome: Outcome, input: JsonObject, faults: readonly Fault[]): void {
  const when = `with the example ${JSON.stringify(input)}`;
  const change = "make the handler, its output schema and its format work for this input, or correct the example.";
  const { text } = requireOk(outcome, faults, { when, change });
  if (text.trim() !== "") return;
  throw new ConformanceError(
    `${when}, the text for the model is empty.`,
    "at least a few words.",
    'let `format` say so when there is nothing to show, such as "No matches."',
  );
}

/** An error that proposes a failing call costs the model a turn. */
export const nextCallChecks: readonly CheckDefinition[] = [
  {
    id: "error:next-call",
    title: "errors name only next calls that can be made",
    findReasonToSkip: (subject) =>
      findFailingInputs(subject).length === 0 ? "none of its examples has `fails`, so no error can be seen" : undefined,
    async examine(subject) {
      const unjudged: string[] = [];
      for (const failing of findFailingInputs(subject)) unjudged.push(...(await examineNextCall(subject, failing)));
      if (unjudged.length === 0) return undefined;
      return `its errors name ${unjudged.join(", ")}, and no \`registry\` was given to find that in`;
    },
  },
];

interface FailingInput {
  readonly input: JsonObject;
  /** Whether an example fails as stated is checked by example:fails. */
  readonly isExample: boolean;
}

function findFailingInputs({ tool, options }: Subject): readonly FailingInput[] {
  return [
    ...findFailingExamples(tool).map(({ input }) => ({ input, isExample: true })),
    ...(options.failing ?? []).map((input) => ({ input, isExample: false })),
  ];
}

/** The tools named by next calls that cannot be judged. */
async function examineNextCall(subject: Subject, { input, isExample }: FailingInput): Promise<readonly string[]> {
  await using bench = subject.open();
  const started = bench.start({ input });
  const outcome = await started.outcome;
  const when = `with ${JSON.stringify(input)}`;
  const change = "correct the input in `failing`, or let the handler throw a ToolError for it.";
  if (!isExample) requireFailure("tool_error", outcome, bench.faults(), { when, change });
  const named = nextToolOf(started.run()?.thrown(), subject);
  const fault = bench.faults().find(({ callId, source }) => callId === outcome.callId && source === "next-call");
  if (fault === undefined) return [];
  if (subject.options.registry === undefined && named !== undefined && named !== subject.tool.name) return [named];
  throw new ConformanceError(
    `${when}: ${fault.error instanceof Error ? fault.error.message : String(fault.error)}.`,
    "a next call that works.",
    "name a tool of the registry in `next`, with arguments that its input schema takes.",
  );
}

function nextToolOf(thrown: unknown, { options }: Subject): string | undefined {
  if (!isToolError(thrown) || thrown.next === undefined) return undefined;
  return "step" in thrown.next ? options.nextSteps?.[thrown.next.step]?.tool : thrown.next.tool;
}
