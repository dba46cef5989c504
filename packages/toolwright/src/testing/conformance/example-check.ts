import type { Outcome } from "../../call/outcome.ts";
import type { JsonObject } from "../../tool/schema.ts";
import type { Fault } from "../test-kernel.ts";
import type { CheckDefinition } from "./check.ts";
import { ConformanceError } from "./conformance-error.ts";
import { requireOk } from "./require-outcome.ts";
import type { Subject } from "./subject.ts";

/** What the author shows as right use has to work. */
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
];

async function examineExample(subject: Subject, input: JsonObject): Promise<void> {
  await using bench = subject.open();
  requireAnswer(await bench.start({ input }).outcome, input, bench.faults());
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
