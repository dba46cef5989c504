import { escapeHidden } from "toolwright";
import { countOf } from "../../workspace/text/count-of.ts";
import type { DefinitionRow, Output } from "./schema.ts";

/** How it is known, where it is declared, and what the server says of it. */
export function format(output: Output): string {
  const { definitions, types, hover, more } = output;
  return [
    head(output),
    ...definitions.map((row) => showRow(row, hover === undefined)),
    ...types.map((row) => `type ${showRow(row, true)}`),
    ...(more === 0 ? [] : [`[${countOf(more, "more place")} not shown]`]),
    ...(hover === undefined ? [] : [hover]),
  ].join("\n");
}

function head(output: Output): string {
  const { symbol, at, want = "definition", completeness, server = "", why = "" } = output;
  const what = `${symbol} (${escapeHidden(at)})`;
  const nothing = isEmpty(output) ? `: no ${want} found` : "";
  if (completeness === "complete") return `${what}, complete by ${server}${nothing}.`;
  if (completeness === "partial") return `${what}, partial by ${server}: ${why}${nothing}.`;
  const types = want === "type" ? " Types are known to language servers only." : "";
  return `${what}, syntactic${nothing}. No language server: ${why}.${types}`;
}

function isEmpty({ want, definitions, types, hover }: Output): boolean {
  if (want === "type") return types.length === 0;
  if (want === "hover") return hover === undefined;
  return definitions.length === 0;
}

function showRow(row: DefinitionRow, withSignature: boolean): string {
  const { file, line, end_line, kind, symbol, signature, doc, likely, outside } = row;
  const lines = end_line === undefined || end_line <= line ? `${line}` : `${line}-${end_line}`;
  const name = symbol === undefined ? "" : ` ${kind} ${symbol}`;
  const said = withSignature && signature !== undefined ? `: ${signature}${doc === undefined ? "" : ` — ${doc}`}` : "";
  return `${likely === true ? "~" : ""}${escapeHidden(file)}:${lines}${name}${said}${outside === true ? " (outside, cannot be read)" : ""}`;
}
