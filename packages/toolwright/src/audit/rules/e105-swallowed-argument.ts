import type { JsonSchema } from "../../tool/schema.ts";
import { defineRule } from "../rule.ts";
import { looksFailed, resultText } from "./reply-text.ts";

export const swallowedArgument = defineRule({
  id: "E105",
  severity: "warning",
  title: "An unknown argument is swallowed",
  why: "A model that misspells an optional argument gets an answer to another question and never learns of it.",
  fix: "Close the input schema (`additionalProperties: false`) and refuse what it does not name, with the nearest name.",
  measured:
    "A call that works is made with one more argument. A tool that has optional arguments to misspell, or a closed schema: a warning; others: an info.",
  needs: ["calls"],
  *find({ calls, listing }) {
    for (const call of calls) {
      const { tool, purpose, field, input, reply } = call;
      if (purpose !== "unknown-argument" || reply.kind !== "result" || reply.result["isError"] === true) continue;
      // What failed for another reason may never have come to look at its arguments.
      if (looksFailed(call)) continue;
      // Named in the answer, it is not swallowed.
      if (field !== undefined && resultText(reply.result).includes(field)) continue;
      const inputSchema: JsonSchema = listing.tools.find(({ name }) => name === tool)?.inputSchema ?? {};
      const isClosed = inputSchema.additionalProperties === false;
      const count = Object.keys(inputSchema.properties ?? {}).length;
      const hasOptional = count > (inputSchema.required ?? []).length;
      const why = isClosed ? ", although its schema forbids it" : "";
      yield {
        tool,
        ...(isClosed || hasOptional ? {} : { severity: "info" as const }),
        message: `${tool} ignored the unknown argument \`${field ?? ""}\`${why}.`,
        evidence: { sent: input, received: reply.result },
      };
    }
  },
});
