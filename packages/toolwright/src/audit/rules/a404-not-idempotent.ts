import { defineRule } from "../rule.ts";
import { isToldFailure, replyText } from "./reply-text.ts";

/** The first call has done it. */
const isDone =
  /\b(?:not (?:found|exist)|(?:does|do|did) ?n[o']t exist|no such|no longer|already|unknown|nothing to|there is no|gone)\b/i;

export const notIdempotent = defineRule({
  id: "A404",
  severity: "info",
  title: "A tool that says it is idempotent fails when it is repeated",
  why: "Clients and loops repeat such calls after a lost connection, and take the failure of the repeat for the failure of the whole. What is gone already or there already is left alone: nothing was done twice.",
  fix: "Make the second call end as the first did, or say `idempotentHint: false`.",
  measured: "With --writes, tools that change something are called twice with the same input in a throw-away copy.",
  needs: ["calls"],
  *find({ calls, listing }) {
    for (const { tool, purpose, input, reply } of calls) {
      if (purpose !== "repeat" || !isToldFailure(reply) || isDone.test(replyText(reply))) continue;
      const annotations = listing.tools.find(({ name }) => name === tool)?.annotations ?? {};
      if (annotations["idempotentHint"] !== true || annotations["readOnlyHint"] === true) continue;
      yield {
        tool,
        message: `${tool} says that it is idempotent, but the same call failed the second time.`,
        evidence: { sent: input, received: replyText(reply) },
      };
    }
  },
});
