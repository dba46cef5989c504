import { findViolation } from "../../mcp/client/find-violation.ts";
import { defineRule } from "../rule.ts";
import { describeUncalled } from "./reply-text.ts";

export const invalidOutput = defineRule({
  id: "S303",
  severity: "error",
  title: "A result breaks the tool's own output schema",
  why: "Clients that check results, such as the official SDKs, throw the whole answer away.",
  fix: "Return `structuredContent` that fits the schema with every success, or declare what is really returned.",
  measured: "Structured results of calls that worked are validated against the output schema.",
  needs: ["calls"],
  *find({ calls, listing }) {
    const told = new Set<string>();
    for (const { tool, input, reply } of calls) {
      const schema = listing.tools.find(({ name }) => name === tool)?.outputSchema;
      if (schema === undefined || reply.kind !== "result" || reply.result["isError"] === true || told.has(tool))
        continue;
      // A round that asks the client is no result yet.
      if ((reply.result["resultType"] ?? "complete") !== "complete") continue;
      const { structuredContent } = reply.result;
      const problem =
        structuredContent === undefined ? "it has no `structuredContent`" : findViolation(schema, structuredContent);
      if (problem === undefined) continue;
      told.add(tool);
      yield {
        tool,
        ...(structuredContent === undefined ? { cause: "no structuredContent" } : {}),
        message: `A result of ${tool} does not fit its output schema: ${problem}.`,
        evidence: { sent: input, received: structuredContent ?? reply.result },
      };
    }
  },
  unmeasured({ calls, listing }) {
    const tools = listing.tools.filter(({ outputSchema }) => outputSchema !== undefined).map(({ name }) => name);
    return tools.length === 0 ? undefined : describeUncalled(calls, tools);
  },
});
