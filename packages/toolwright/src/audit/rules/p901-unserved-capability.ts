import { defineRule } from "../rule.ts";
import { isUnreachable, isWithoutHelp } from "./reply-text.ts";

const methodNotFound = -32_601;

export const unservedCapability = defineRule({
  id: "P901",
  severity: "error",
  title: "A declared capability is not served",
  why: "Clients ask for what was declared, and some give up on the whole server when the answer is an error.",
  fix: "Serve the method, or do not declare the capability.",
  measured:
    "The list of each declared capability is requested; prompts and resources that are listed are read. An unknown method or silence is an error; another error, and templates that nobody serves, an info.",
  needs: ["capabilities"],
  *find({ capabilities, listing }) {
    if (isWithoutHelp(listing)) return;
    for (const { capability, method, reply } of capabilities) {
      if (reply.kind === "result") continue;
      const how =
        reply.kind === "error"
          ? `the error ${reply.code}`
          : reply.kind === "gone"
            ? "the end of the server"
            : `silence for ${Math.round(reply.afterMs / 1000)} s`;
      // A server that answers with another error does serve the method: what lies behind it may be out of reach.
      if (reply.kind === "error" && isUnreachable(reply.message)) continue;
      const certain =
        reply.kind !== "error" || (reply.code === methodNotFound && method !== "resources/templates/list");
      yield {
        at: method,
        cause: `${method} ${reply.kind === "silence" ? "silence" : how}`,
        ...(certain ? {} : { severity: "info" as const }),
        message: `The server declares \`${capability}\`, but \`${method}\` ends with ${how}.`,
        evidence: { sent: method, received: reply },
      };
    }
  },
});
