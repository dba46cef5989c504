import { defineRule } from "../rule.ts";
import { describeUncalled, hasWorked, isToldFailure, replyText } from "./reply-text.ts";

export const emptyIsError = defineRule({
  id: "E106",
  severity: "info",
  title: "A search without hits is an error",
  why: "Nothing found is an answer. As an error it makes a model retry, and hides errors that are real.",
  fix: "Return an empty list and say in the text that nothing was found, and where it was looked for.",
  measured: "Tools with a search word are called with one that is nowhere, in an input that works otherwise.",
  needs: ["calls"],
  *find({ calls }) {
    for (const { tool, purpose, input, reply } of calls) {
      if (purpose !== "no-hits" || !isToldFailure(reply)) continue;
      // Only where the same tool has worked: otherwise something else may be wrong.
      if (!hasWorked(calls, tool)) continue;
      yield {
        tool,
        cause: "no hits",
        message: `${tool} answers a search without hits with an error.`,
        evidence: { sent: input, received: replyText(reply) },
      };
    }
  },
  unmeasured({ calls, listing }) {
    const searches = [...new Set(calls.filter(({ purpose }) => purpose === "no-hits").map(({ tool }) => tool))];
    // What was not called may be a search, too.
    const tools = searches.length > 0 ? searches : listing.tools.map(({ name }) => name);
    return tools.length === 0 ? undefined : describeUncalled(calls, tools);
  },
});
