import { defineRule } from "../rule.ts";
import type { ListedTool, Purpose, SeenCall } from "../seen.ts";
import {
  describeUncalled,
  describeUnanswered,
  hasWorked,
  isToldFailure,
  isUnreachable,
  replyText,
} from "./reply-text.ts";
import { mentions } from "./schema-fields.ts";

const mistakes: ReadonlySet<Purpose> = new Set(["missing-field", "wrong-type", "wrong-value", "absent-id"]);

export const unhelpfulError = defineRule({
  id: "E102",
  severity: "warning",
  title: "An error names neither the field nor a next step",
  why: "A model that reads “invalid input” tries the same again, or gives up. It mends what it is told: the field, what was expected, which tool to call.",
  fix: "Name the field and the value that was given, say what was expected, and end with a step that exists.",
  measured:
    "The text of each error about a bad input is searched for the field, the value, an allowed value and the names of the server's tools.",
  needs: ["calls"],
  *find({ calls, listing }) {
    const told = new Set<string>();
    for (const call of calls) {
      const { tool, purpose, field, input, reply } = call;
      if (!mistakes.has(purpose) || !isToldFailure(reply) || told.has(tool)) continue;
      if (isUnreachable(replyText(reply)) || !hasWorked(calls, tool) || helps(call, listing.tools)) continue;
      told.add(tool);
      const text = replyText(reply);
      yield {
        tool,
        at: purpose,
        cause: text
          .replaceAll(/\d+|(['"`]).{0,80}?\1/g, "")
          .replaceAll(tool, "")
          .slice(0, 60),
        message: `The error of ${tool} about \`${field ?? "its input"}\` names neither the field, nor the value, nor a next step.`,
        evidence: { sent: input, received: text === "" ? "(no text)" : text },
      };
    }
  },
  unmeasured({ calls, listing }) {
    if (listing.tools.length === 0) return undefined;
    const failed = calls.filter(({ purpose, reply }) => mistakes.has(purpose) && isToldFailure(reply));
    return failed.length === 0
      ? describeUnanswered(calls, listing, mistakes)
      : describeUncalled(calls, [...new Set(failed.map(({ tool }) => tool))]);
  },
});

function helps({ tool, purpose, field = "", input, reply }: SeenCall, tools: readonly ListedTool[]): boolean {
  const text = replyText(reply).toLowerCase();
  const { properties = {} } = tools.find(({ name }) => name === tool)?.inputSchema ?? {};
  // With one field there is nothing to choose between.
  if (
    Object.keys(properties).length === 1 &&
    purpose === "absent-id" &&
    /not (?:found|exist)|no such|unknown/.test(text)
  ) {
    return true;
  }
  if (field.length === 1 && (mentions(text, field.toLowerCase()) || isLineOf(text, field))) return true;
  const words = [field, field.replaceAll(/[_-]/g, " ").replaceAll(/([a-z])([A-Z])/g, "$1 $2")];
  const value = input[field];
  if (typeof value === "string") words.push(value);
  if (typeof value === "number" && new RegExp(`(?<![\\d.])${value}(?![\\d.])`).test(text)) return true;
  for (const allowed of properties[field]?.enum ?? []) if (typeof allowed === "string") words.push(allowed);
  // A list of allowed things, a range and a proposal are a next step, too.
  if (
    /\b(?:must be|expected|should be|valid|allowed|available|one of|try|use|did you mean|between|at most|at least|is not of type|is not one of|is required|required property|(?:less|greater|more|fewer|larger|smaller) than|minimum|maximum|too (?:long|short|large|small|many|few))\b/.test(
      text,
    )
  ) {
    return true;
  }
  const others = tools.filter(({ name }) => name !== tool).map(({ name }) => name);
  return [...words, ...others].some((word) => word.length > 1 && text.includes(word.toLowerCase()));
}

/** Some validators write the field above what is wrong with it. */
function isLineOf(text: string, field: string): boolean {
  return text.split("\n").some((line) => line.trim() === field.toLowerCase());
}
