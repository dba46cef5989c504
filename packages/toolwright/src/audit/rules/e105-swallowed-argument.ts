import type { JsonSchema } from "../../tool/schema.ts";
import { defineRule } from "../rule.ts";
import type { Purpose, SeenCall } from "../seen.ts";
import { readsByItsWords, splitName } from "./listed-tools.ts";
import { describeUnanswered, isToldFailure, looksFailed, resultText } from "./reply-text.ts";

const unknown: ReadonlySet<Purpose> = new Set(["unknown-argument"]);

export const swallowedArgument = defineRule({
  id: "E105",
  severity: "warning",
  title: "An unknown argument is swallowed",
  why: "A model that misspells an optional argument gets an answer to another question and never learns of it; with `dry_run` misspelled, the change is made.",
  fix: "Close the input schema (`additionalProperties: false`) and refuse what it does not name, with the nearest name.",
  measured:
    "A call that works is made with one more argument. A warning where the tool may change something, refuses other mistakes, and has an optional argument that holds it back, such as `dry_run` or `confirm`; otherwise an info. Tools without optional arguments are left alone.",
  needs: ["calls"],
  unmeasured: ({ calls, listing }) => describeUnanswered(calls, listing, unknown),
  *find({ calls, listing }) {
    for (const call of calls) {
      const { tool: name, purpose, field = "", input, reply } = call;
      if (purpose !== "unknown-argument" || reply.kind !== "result" || reply.result["isError"] === true) continue;
      // What failed for another reason may never have come to look at its arguments; what is named is not swallowed.
      if (looksFailed(call) || (field !== "" && resultText(reply.result).includes(field))) continue;
      const tool = listing.tools.find((each) => each.name === name);
      if (tool === undefined || !hasOptional(tool.inputSchema)) continue;
      const changes = tool.annotations["readOnlyHint"] !== true && !readsByItsWords(tool);
      const isRisky = changes && hasBrake(tool.inputSchema) && refusesMistakes(calls, name);
      const why = tool.inputSchema.additionalProperties === false ? ", although its schema forbids it" : "";
      yield {
        tool: name,
        cause: "unknown arguments",
        ...(isRisky ? {} : { severity: "info" as const }),
        message: `${name} ignored the unknown argument \`${field}\`${why}.`,
        evidence: { sent: input, received: reply.result },
      };
    }
  },
});

/** Words of arguments that hold a change back or narrow it: misspelled, more is done than was asked for. */
const brake =
  /^(?:dry|preview|simulate|plan|confirm|confirmed|check|validate|backup|only|where|filter|expected|until)$/;

function hasBrake({ properties = {}, required = [] }: JsonSchema): boolean {
  return Object.keys(properties).some(
    (name) => !required.includes(name) && splitName(name).some((word) => brake.test(word)),
  );
}

function hasOptional({ properties = {}, required = [] }: JsonSchema): boolean {
  return Object.keys(properties).length > required.length;
}

/** A tool that looks at its input at all. */
function refusesMistakes(calls: readonly SeenCall[], name: string): boolean {
  return calls.some(
    ({ tool, purpose, reply }) =>
      tool === name && (purpose === "missing-field" || purpose === "wrong-type") && isToldFailure(reply),
  );
}
