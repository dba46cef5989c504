import type { HiddenTool } from "../call/gate.ts";
import { describeFields, type FieldRow } from "../tool/describe-value.ts";
import type { Effects, AnyTool } from "../tool/tool.ts";
import { renderProse } from "./render-prose.ts";
import { because } from "./render-tool-list.ts";
import { fillLines, narrowestProse, padText, textWidth, wrapLine, wrapText } from "./text-width.ts";

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
  const examples = tool.examples.flatMap(({ title, input, fails }) => [
    `  # ${title}${fails === undefined ? "" : ` (ends in ${fails})`}`,
    `  ${callLine(input)}`,
  ]);
  return [
    ...wrapLine(`${tool.name}: ${tool.title}`, columns),
    ...fillLines(describeEffects(tool), " · ", "", columns ?? Infinity),
    ...(hidden === undefined ? [] : wrapLine(`Hidden: ${because(hidden.reason, hidden.remedy)}`, columns)),
    "",
    ...renderProse(tool.description, "", columns),
    ...section("Arguments", renderRows(describeFields(tool.inputJsonSchema), columns), "  none"),
    ...section("Returns", renderRows(returned, columns)),
    ...section("Examples", examples),
    ...section("Guide", tool.guide === undefined ? [] : renderProse(tool.guide, "  ", columns)),
  ].join("\n");
}

function describeEffects({ tier, effects, needs, deadlineMs }: AnyTool): readonly string[] {
  const consent = tier === "observe" ? "observe (runs unasked)" : "confirm (asks first)";
  const facts = [consent, ...effectWords(effects), `ends within ${deadlineMs / 1000} s`];
  return [...facts, ...(needs.length === 0 ? [] : [`needs ${needs.join(", ")}`])];
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

const widestType = 32;

function renderRows(rows: readonly FieldRow[], columns: number | undefined): readonly string[] {
  const nameWidth = Math.max(0, ...rows.map((row) => textWidth(row.name)));
  if (columns !== undefined && columns - nameWidth - 4 < narrowestProse) {
    return rows.flatMap((row) => renderStacked(row, columns));
  }
  const typeWidth = Math.min(widestType, Math.max(0, ...rows.map((row) => textWidth(row.type))));
  return rows.flatMap(({ name, type, description }) => {
    const start = `  ${padText(name, nameWidth)}  `;
    const whole = `${start}${padText(type, typeWidth)}  ${description}`.trimEnd();
    const fits = columns === undefined || textWidth(whole) <= columns;
    if (fits && textWidth(type) <= typeWidth) return [whole];
    const hanging = " ".repeat(nameWidth + 4);
    const [firstType = "", ...moreTypes] = wrapText(type, hanging, columns ?? Infinity);
    return [`${start}${firstType.trimStart()}`, ...moreTypes, ...wrapText(description, hanging, columns ?? 100)];
  });
}

function renderStacked({ name, type, description }: FieldRow, columns: number): readonly string[] {
  const heading = fillLines([`${name} `, ...type.split(" ")], " ", "  ", columns, "    ");
  return [...heading, ...wrapText(description, "      ", columns)];
}
