import { describeFields } from "../tool/describe-fields.ts";
import type { AnyTool, Effects } from "../tool/tool.ts";

/** Everything about all tools, sorted by name: the same tools give the same bytes. */
export function renderToolGuide(tools: readonly AnyTool[]): string {
  const sorted = tools.toSorted((left, right) => (left.name < right.name ? -1 : 1));
  return ["# Tools", ...sorted.map((tool) => renderTool(tool, "##"))].join("\n\n") + "\n";
}

/** The page of one tool. */
export function renderToolPage(tool: AnyTool): string {
  return `${renderTool(tool, "#")}\n`;
}

function renderTool(tool: AnyTool, mark: string): string {
  const inputs = describeFields(tool.inputJsonSchema).map(
    ({ name, type, description }) => `- \`${name}\` (${type}): ${description}`,
  );
  return [
    `${mark} ${tool.name}: ${tool.title}`,
    tool.description,
    `${describeEffects(tool.effects)} ${describeTerms(tool)}`,
    `${mark}# Inputs`,
    inputs.length === 0 ? "None." : inputs.join("\n"),
    ...(tool.guide === undefined ? [] : [`${mark}# Guide`, tool.guide]),
    ...(tool.examples.length === 0 ? [] : [`${mark}# Examples`, tool.examples.map(describeExample).join("\n")]),
  ].join("\n\n");
}

function describeEffects({ readOnly, destructive, idempotent, openWorld }: Effects): string {
  const change = readOnly ? "read-only" : destructive ? "changes things and may destroy some" : "changes things";
  const again = idempotent ? "the same call twice has the effect of one" : "each call has an effect of its own";
  const reach = openWorld ? "reaches outside" : "stays local";
  return `Effects: ${[change, ...(readOnly ? [] : [again]), reach].join(", ")}.`;
}

function describeTerms({ tier, deadlineMs, needs }: AnyTool): string {
  const consent = tier === "observe" ? "Runs unasked" : "Asks first";
  const needed = needs.length === 0 ? "" : ` Needs ${needs.join(", ")}.`;
  return `${consent}, ends within ${deadlineMs / 1000} s.${needed}`;
}

function describeExample({ title, input, fails }: AnyTool["examples"][number]): string {
  return `- ${title}${fails === undefined ? "" : ` (ends in ${fails})`}: ${codeSpan(JSON.stringify(input))}`;
}

/** A fence longer than any run of backticks in the text keeps it whole. */
function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const gap = longest === 0 ? "" : " ";
  return `${fence}${gap}${text}${gap}${fence}`;
}
