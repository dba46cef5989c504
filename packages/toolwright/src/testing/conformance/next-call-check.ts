import type { JsonObject } from "../../tool/schema.ts";
import { isToolError, type NextCall } from "../../tool/tool-error.ts";
import type { CheckDefinition } from "./check.ts";
import { ConformanceError, requireFailure } from "./require-outcome.ts";
import { findFailingExamples } from "./steer.ts";
import type { Subject } from "./subject.ts";

/** An error that sends the model to a call which fails costs it a turn. */
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
  /** That an example fails as it says is for example:fails to tell. */
  readonly isExample: boolean;
}

function findFailingInputs({ tool, options }: Subject): readonly FailingInput[] {
  return [
    ...findFailingExamples(tool).map(({ input }) => ({ input, isExample: true })),
    ...(options.failing ?? []).map((input) => ({ input, isExample: false })),
  ];
}

/** The tools that a next call names and that cannot be judged. */
async function examineNextCall(subject: Subject, { input, isExample }: FailingInput): Promise<readonly string[]> {
  await using bench = subject.open();
  const started = bench.start({ input });
  const outcome = await started.outcome;
  const when = `with ${JSON.stringify(input)}`;
  const change = "correct the input in `failing`, or let the handler throw a ToolError for it.";
  if (!isExample) requireFailure("tool_error", outcome, bench.faults(), { when, change });
  const next = nextOf(started.run()?.thrown());
  const fault = bench.faults().find(({ callId, source }) => callId === outcome.callId && source === "next-call");
  if (next === undefined || fault === undefined) return [];
  if (subject.options.registry === undefined && next.tool !== subject.tool.name) return [next.tool];
  throw new ConformanceError(
    `${when}: ${fault.error instanceof Error ? fault.error.message : String(fault.error)}.`,
    "a next call that works.",
    "name a tool of the registry in `next`, with arguments that its input schema takes.",
  );
}

function nextOf(thrown: unknown): NextCall | undefined {
  return isToolError(thrown) ? thrown.next : undefined;
}
