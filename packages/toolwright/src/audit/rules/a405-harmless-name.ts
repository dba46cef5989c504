import { defineRule } from "../rule.ts";
import type { ListedTool } from "../seen.ts";
import { splitName } from "./listed-tools.ts";

/** Verbs of which no reading is harmless. What is created, posted or executed may as well be a text or a query. */
const changes =
  /^(?:delete|remove|erase|purge|destroy|wipe|write|rename|upload|send|publish|deploy|kill|uninstall|overwrite)$/;
const destroys = /^(?:delete|erase|purge|destroy|wipe|overwrite|uninstall)$/;
/** Words that explain how a name and its hint go together. */
const explains =
  /\b(?:read.only|does not|doesn't|do not|without|never|preview|plan|dry.run|draft|undo|undone|restor|recover|trash|archiv|soft)/i;

export const harmlessName = defineRule({
  id: "A405",
  severity: "warning",
  title: "A name says that something changes, the hints say not",
  why: "A person approves by the name, a client by the hints. One of them is wrong.",
  fix: "Correct the hints, or name the tool after what it does: `plan_delete`, `preview_write`.",
  measured:
    "The name starts with a verb such as delete, write or send while `readOnlyHint` is true, or with one that destroys while `destructiveHint` is false, and the description does not say why.",
  needs: [],
  *find({ listing }) {
    for (const tool of listing.tools) {
      const problem = explains.test(tool.description) ? undefined : findProblem(tool);
      if (problem === undefined) continue;
      const message = `The name of ${tool.name} says that something changes, but \`${problem}\`.`;
      yield { tool: tool.name, cause: problem, message, evidence: { received: tool.annotations } };
    }
  },
});

function findProblem({ name, annotations }: ListedTool): string | undefined {
  const [verb = ""] = splitName(name);
  if (annotations["readOnlyHint"] === true) return changes.test(verb) ? "readOnlyHint: true" : undefined;
  return annotations["destructiveHint"] === false && destroys.test(verb) ? "destructiveHint: false" : undefined;
}
