import { defineRule } from "../rule.ts";

const short = 300;
const cutAt = 2_048;

export const longDescription = defineRule({
  id: "D204",
  severity: "error",
  title: "A description is long",
  why: "Claude Code keeps 2,048 characters of a description and drops the rest without a word to server or user. Every character is sent in each turn.",
  fix: "Keep what decides about the choice of a tool, and move the rest to the fields, a prompt or a resource.",
  measured: "Characters of each description: over 2,048 is an error, over 300 an info.",
  needs: [],
  *find({ listing }) {
    for (const { name, description } of listing.tools) {
      const { length } = description;
      if (length <= short) continue;
      const lost = length > cutAt;
      yield {
        tool: name,
        severity: lost ? "error" : "info",
        message: lost
          ? `The description of ${name} has ${length} characters; the last ${length - cutAt} are lost in some clients.`
          : `The description of ${name} has ${length} characters.`,
        evidence: { received: lost ? description.slice(cutAt) : description },
      };
    }
  },
});
