import type { HiddenTool } from "../call/gate.ts";
import type { Effects, AnyTool } from "../tool/tool.ts";
import { describeFields, type FieldRow } from "./describe-fields.ts";
import { because } from "./render-tool-list.ts";
import { padText, textWidth, wrapText } from "./text-width.ts";

export interface ToolPage {
  readonly tool: AnyTool;
  readonly hidden: HiddenTool | undefined;
  /** A call of the tool as a command line. */
  readonly callLine: (input: unknown) => string;
  readonly columns: number | undefined;
}

/** Everything about one tool, for a person. */
export function renderTool({ tool, hidden, callLine, columns }: ToolPage): string {
  const returned = tool.outputJsonSchema === undefined ? [] : describeFields(tool.outputJsonSchema);
  const examples = tool.examples.flatMap((example) => [`  # ${example.title}`, `  ${callLine(example.input)}`]);
  return [
    `${tool.name}: ${tool.title}`,
    describeEffects(tool),
    ...(hidden === undefined ? [] : [`Hidden: ${because(hidden.reason, hidden.remedy)}`]),
    "",
    ...renderProse(tool.description, "", columns),
    ...section("Arguments", renderRows(describeFields(tool.inputJsonSchema), columns), "  none"),
    ...section("Returns", renderRows(returned, columns)),
    ...section("Examples", examples),
    ...section("Guide", tool.guide === undefined ? [] : renderProse(tool.guide, "  ", columns)),
  ].join("\n");
}

function describeEffects({ tier, effects, needs, deadlineMs }: AnyTool): string {
  const consent = tier === "observe" ? "observe (runs unasked)" : "confirm (asks first)";
  const facts = [consent, ...effectWords(effects), `ends within ${deadlineMs / 1000} s`];
  return [...facts, ...(needs.length === 0 ? [] : [`needs ${needs.join(", ")}`])].join(" · ");
}

function effectWords({ readOnly, destructive, idempotent, openWorld }: Effects): readonly string[] {
  return [
    readOnly ? "read-only" : destructive ? "destructive" : "changes something",
    idempotent ? "idempotent" : "not idempotent",
    openWorld ? "reaches outside" : "stays local",
  ];
}

function section(title: string, lines: readonly string[], whenEmpty?: string): readonly string[] {
  if (lines.length > 0) return ["", title, ...lines];
  return whenEmpty === undefined ? [] : ["", title, whenEmpty];
}

/** Markdown line by line; only lines too long for the terminal are wrapped. */
function renderProse(text: string, indent: string, columns: number | undefined): readonly string[] {
  return text.split("\n").flatMap((line) => {
    const whole = `${indent}${line}`.trimEnd();
    return columns === undefined || textWidth(whole) <= columns ? [whole] : wrapText(line, indent, columns);
  });
}

const widestType = 32;

function renderRows(rows: readonly FieldRow[], columns: number | undefined): readonly string[] {
  const nameWidth = Math.max(0, ...rows.map((row) => textWidth(row.name)));
  const typeWidth = Math.min(widestType, Math.max(0, ...rows.map((row) => textWidth(row.type))));
  return rows.flatMap(({ name, type, description }) => {
    const start = `  ${padText(name, nameWidth)}  `;
    const whole = `${start}${padText(type, typeWidth)}  ${description}`.trimEnd();
    const fits = columns === undefined || textWidth(whole) <= columns;
    if (fits && textWidth(type) <= typeWidth) return [whole];
    return [`${start}${type}`, ...wrapText(description, " ".repeat(nameWidth + 4), columns ?? 100)];
  });
}
