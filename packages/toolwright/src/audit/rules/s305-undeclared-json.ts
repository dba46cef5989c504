import { defineRule } from "../rule.ts";
import { describeUncalled, textBlocks } from "./reply-text.ts";

export const undeclaredJson = defineRule({
  id: "S305",
  severity: "info",
  title: "JSON is returned as text without an output schema",
  why: "Programs have to guess its shape, and a model learns it only after it has paid for a call.",
  fix: "Declare an `outputSchema` and return the same as `structuredContent`. For a model alone, plain text costs fewer tokens.",
  measured: "The text of a call that worked is a JSON object or array, and there is no structured form.",
  needs: ["calls"],
  *find({ calls, listing }) {
    for (const { name, outputSchema } of listing.tools) {
      if (outputSchema !== undefined) continue;
      for (const { tool, purpose, input, reply } of calls) {
        if (tool !== name || purpose !== "valid" || reply.kind !== "result" || reply.result["isError"] === true)
          continue;
        const { structuredContent } = reply.result;
        const json = structuredContent === undefined && textBlocks(reply.result).find(isJson);
        if (typeof json !== "string") continue;
        yield {
          tool,
          cause: "JSON",
          message: `${tool} returns JSON as text.`,
          evidence: { sent: input, received: json },
        };
        break;
      }
    }
  },
  unmeasured({ calls, listing }) {
    const tools = listing.tools.filter(({ outputSchema }) => outputSchema === undefined).map(({ name }) => name);
    return tools.length === 0 ? undefined : describeUncalled(calls, tools);
  },
});

function isJson(text: string): boolean {
  if (!/^\s*(?:\{\s*"|\[\s*[[{"])/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
