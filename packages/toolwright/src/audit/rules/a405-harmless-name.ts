import { defineRule } from "../rule.ts";
import type { ListedTool } from "../seen.ts";

/** Verbs of which no reading is harmless. */
const changes =
  /^(?:delete|remove|drop|erase|purge|destroy|wipe|create|write|update|edit|insert|rename|move|upload|send|post|publish|deploy|execute|kill|install|uninstall|overwrite|append|patch)$/;
const destroys = /^(?:delete|remove|drop|erase|purge|destroy|wipe|overwrite|kill|uninstall)$/;

export const harmlessName = defineRule({
  id: "A405",
  severity: "warning",
  title: "A name says that something changes, the hints say not",
  why: "A person approves by the name, a client by the hints. One of them is wrong.",
  fix: "Correct the hints, or name the tool after what it does: `plan_delete`, `preview_write`.",
  measured:
    "The name starts with a verb such as delete, write or send while `readOnlyHint` is true, or with one that destroys while `destructiveHint` is false.",
  needs: [],
  *find({ listing }) {
    for (const tool of listing.tools) {
      const problem = findProblem(tool);
      if (problem === undefined) continue;
      const message = `The name of ${tool.name} says that something changes, but \`${problem}\`.`;
      yield { tool: tool.name, message, evidence: { received: tool.annotations } };
    }
  },
});

function findProblem({ name, annotations }: ListedTool): string | undefined {
  const [verb = ""] = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  if (annotations["readOnlyHint"] === true) return changes.test(verb) ? "readOnlyHint: true" : undefined;
  return annotations["destructiveHint"] === false && destroys.test(verb) ? "destructiveHint: false" : undefined;
}
