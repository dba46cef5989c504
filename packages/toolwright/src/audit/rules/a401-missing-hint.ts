import { defineRule } from "../rule.ts";
import { readsByItsWords, toolsForModels } from "./listed-tools.ts";

export const missingHint = defineRule({
  id: "A401",
  severity: "warning",
  title: "A tool that reads does not say that it only reads",
  why: "Without `readOnlyHint` the protocol's defaults hold: a client takes the tool for one that may destroy something, and asks a person before each call.",
  fix: "Set `readOnlyHint: true` on every tool that only reads.",
  measured:
    "Tools whose name and first sentence speak of reading only, and whose annotations lack `readOnlyHint`; all of a server are one finding. Tools that only a page of the server may call are left alone. For other tools the defaults may be true, and before 2025-03-26 the protocol had no annotations.",
  needs: [],
  *find({ listing }) {
    if (listing.protocolVersion < "2025-03-26") return;
    for (const tool of toolsForModels(listing)) {
      if (typeof tool.annotations["readOnlyHint"] === "boolean" || !readsByItsWords(tool)) continue;
      yield {
        tool: tool.name,
        cause: "readOnlyHint",
        message: `${tool.name} reads by its name and its description, but has no \`readOnlyHint\`.`,
        evidence: { sent: tool.description, received: tool.annotations },
      };
    }
  },
});
