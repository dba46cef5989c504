import type { HiddenTool } from "../call/gate.ts";
import type { AnyTool } from "../tool/tool.ts";
import { fitText } from "./text-width.ts";

/** One line per tool: name, tier, first sentence; then the hidden tools with the reason. */
export function renderToolList(
  visible: readonly AnyTool[],
  hidden: readonly HiddenTool[],
  columns: number | undefined,
): string {
  const names = [...visible, ...hidden.map((entry) => entry.tool)].map((tool) => tool.name.length);
  const width = Math.max(0, ...names);
  const fit = (line: string): string => (columns === undefined ? line : fitText(line, columns));
  const lines = visible.map((tool) =>
    fit(`${tool.name.padEnd(width)}  ${tool.tier.padEnd(tierWidth)}  ${firstSentence(tool.description)}`),
  );
  const hiddenLines = hidden.map(
    ({ tool, reason, remedy }) =>
      `${tool.name.padEnd(width)}  ${"hidden".padEnd(tierWidth)}  ${because(reason, remedy)}`,
  );
  if (lines.length + hiddenLines.length === 0) return "There are no tools.";
  return [...lines, ...hiddenLines].join("\n");
}

const tierWidth = "observe".length;

/** Why a tool is hidden and, if known, what to do about it, as sentences. */
export function because(reason: string, remedy: string | undefined): string {
  const sentence = reason.slice(0, 1).toUpperCase() + reason.slice(1);
  const ended = /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
  return remedy === undefined ? ended : `${ended} ${remedy}`;
}

export function firstSentence(text: string): string {
  const line = text.trim().split(/\n\s*\n/)[0] ?? "";
  const flat = line.replaceAll(/\s+/g, " ");
  return /^.*?[.!?](?=\s+\p{Lu}|$)/u.exec(flat)?.[0] ?? flat;
}
