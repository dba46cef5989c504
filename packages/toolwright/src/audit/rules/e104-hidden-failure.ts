import { defineRule } from "../rule.ts";
import type { SeenCall } from "../seen.ts";
import { describeUnanswered, looksFailed, replyText, resultText } from "./reply-text.ts";

export const hiddenFailure = defineRule({
  id: "E104",
  severity: "error",
  title: "A failure is reported as a success",
  why: "Clients, loops and hooks look at `isError`. Without it a failed call counts as done: nobody retries, and the model reads the error as data.",
  fix: "Set `isError: true` on every result that is a failure, and refuse input that the schema forbids.",
  measured:
    "Results without `isError` whose text begins as an error does: an error. Calls that lack a required field or have a wrong type and succeed: an info, and a warning if the answer shows the hole, such as “undefined”.",
  needs: ["calls"],
  unmeasured: ({ calls, listing }) => describeUnanswered(calls, listing),
  *find({ calls }) {
    const told = new Set<string>();
    for (const call of calls) {
      const { tool, input, reply } = call;
      if (reply.kind !== "result" || reply.result["isError"] === true) continue;
      const text = resultText(reply.result);
      const isFailure = looksFailed(call);
      if (isFailure ? isAskedFor(call) : !ignoresSchema(call) || isSameAnyway(calls, call)) continue;
      const at = isFailure ? "failure" : call.purpose;
      if (told.has(`${tool} ${at}`)) continue;
      told.add(`${tool} ${at}`);
      const message = isFailure
        ? `${tool} failed, but its result does not say \`isError\`.`
        : `${tool} succeeded ${describeMistake(call)}, which its schema forbids.`;
      yield {
        tool,
        at,
        cause: at,
        ...(isFailure ? {} : { severity: showsHole(text, call) ? ("warning" as const) : ("info" as const) }),
        message,
        evidence: { sent: input, received: text },
      };
    }
  },
});

/** Asked for an error, such as the messages of that level, a tool may well return one. */
function isAskedFor({ input }: SeenCall): boolean {
  return /\berrors?\b/i.test(JSON.stringify(input));
}

/** The tool has worked with a value that was never there. */
function showsHole(text: string, { purpose }: SeenCall): boolean {
  return purpose === "missing-field" && /\b(?:undefined|NaN)\b|\[object Object\]/.test(text);
}

/** The same answer as without the mistake, such as "there is no index": the tool did not come to look at its input. */
function isSameAnyway(calls: readonly SeenCall[], { tool, reply }: SeenCall): boolean {
  const text = replyText(reply);
  return calls.some((call) => call.tool === tool && call.purpose === "valid" && replyText(call.reply) === text);
}

function ignoresSchema({ purpose }: SeenCall): boolean {
  return purpose === "missing-field" || purpose === "wrong-type";
}

function describeMistake({ purpose, field = "a field" }: SeenCall): string {
  return purpose === "missing-field" ? `without \`${field}\`` : `with a wrong type of \`${field}\``;
}
