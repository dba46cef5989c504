import { inspect } from "node:util";
import { renderOutcome, type Outcome } from "../../call/outcome.ts";
import { ToolError } from "../../tool/tool-error.ts";
import type { CheckDefinition } from "./check.ts";
import { ConformanceError, kernelFault, requireFailure } from "./require-outcome.ts";
import type { Subject } from "./subject.ts";

const secret = "s3cret-7f1d0c";

/** Whatever a handler throws becomes an outcome; only what was meant for the model reaches it. */
export const throwChecks: readonly CheckDefinition[] = [
  {
    id: "throw:error",
    title: "an unexpected error crashes the call and stays out of its outcome",
    async examine(subject) {
      await examineCrash(subject, "an Error", () => {
        throw new Error(`password ${secret}`, { cause: secret });
      });
      await examineCrash(subject, "an Error, later", () => Promise.reject(new Error(`password ${secret}`)));
    },
  },
  {
    id: "throw:non-error",
    title: "throwing something that is no error crashes the call too",
    async examine(subject) {
      for (const thrown of [secret, undefined, null, { secret }]) {
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- this is what careless handlers do
        await examineCrash(subject, inspect(thrown), () => Promise.reject(thrown));
      }
    },
  },
  {
    id: "throw:tool-error",
    title: "a ToolError reaches the caller with its code and message",
    async examine(subject) {
      const outcome = await callThrowing(subject, () => Promise.reject(new ToolError("zz_code", "zz message")));
      if (outcome.status === "tool_error" && outcome.error.code === "zz_code" && outcome.error.message === "zz message")
        return;
      throw new ConformanceError(
        `the caller was told: ${renderOutcome(outcome)}`,
        "its code and message.",
        kernelFault,
      );
    },
  },
];

async function examineCrash(subject: Subject, what: string, fail: () => unknown): Promise<void> {
  const outcome = await callThrowing(subject, fail);
  requireFailure("crashed", outcome, [], { when: `when the handler threw ${what}`, change: kernelFault });
  if (!(JSON.stringify(outcome) + renderOutcome(outcome)).includes(secret)) return;
  throw new ConformanceError("the outcome holds what the handler threw.", "a redacted outcome.", kernelFault);
}

async function callThrowing(subject: Subject, fail: () => unknown): Promise<Outcome> {
  await using bench = subject.open({ steer: () => fail });
  const started = bench.start();
  await started.reached;
  return await started.outcome;
}
