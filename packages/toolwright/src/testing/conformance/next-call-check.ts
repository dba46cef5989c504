import { isToolError, type NextCall } from "../../tool/tool-error.ts";
import type { CheckDefinition } from "./check.ts";
import { ConformanceError } from "./conformance-error.ts";
import type { Subject } from "./subject.ts";

/** An error that sends the model to a call which fails costs it a turn. */
export const nextCallChecks: readonly CheckDefinition[] = [
  {
    id: "error:next-call",
    title: "errors name only next calls that can be made",
    findReasonToSkip: ({ options }) =>
      (options.failing ?? []).length === 0 ? "no `failing` inputs were given whose errors could be seen" : undefined,
    async examine(subject) {
      for (const input of subject.options.failing ?? []) await examineNextCall(subject, input);
    },
  },
];

async function examineNextCall(subject: Subject, input: unknown): Promise<void> {
  await using bench = subject.open();
  const started = bench.start({ input });
  const outcome = await started.outcome;
  const next = nextOf(started.run()?.thrown());
  const canBeJudged = subject.options.registry !== undefined || next?.tool === subject.tool.name;
  const fault = bench.faults().find(({ callId, source }) => callId === outcome.callId && source === "next-call");
  if (next === undefined || !canBeJudged || fault === undefined) return;
  throw new ConformanceError(
    `with ${JSON.stringify(input)}: ${fault.error instanceof Error ? fault.error.message : String(fault.error)}.`,
    "a next call that works.",
    "name a tool of the registry in `next`, with arguments that its input schema takes.",
  );
}

function nextOf(thrown: unknown): NextCall | undefined {
  return isToolError(thrown) ? thrown.next : undefined;
}
