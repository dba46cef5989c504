import { defineTool, escapeHidden, reads } from "toolwright";
import { countOf } from "../../workspace/text/visible-text.ts";
import { describeIncomplete, describeLate } from "../describe-incomplete.ts";
import { showNotFollowed } from "../fields.ts";
import description from "./description.md" with { type: "text" };
import guide from "./guide.md" with { type: "text" };
import { handle } from "./handler.ts";
import { input, output, type Output, type Row } from "./schema.ts";

export default defineTool({
  name: "hierarchy",
  description,
  guide,
  input,
  output,
  effects: reads,
  deadlineMs: 120_000,
  examples: [
    { title: "What extends or implements it", input: { symbol: "Box" } },
    { title: "What a type is a kind of", input: { symbol: "Box", direction: "supertypes" } },
    { title: "Who implements a method", input: { symbol: "Box/open" } },
    { title: "No such symbol", input: { symbol: "noSuchSymbol" }, fails: "no_symbol" },
  ],
  handle,
  format,
});

/** A heading with exact totals, then the rows. */
function format(output: Output): string {
  const { rows, outside, broken, unread, overflow, why, completeness, not_followed, returned_by } = output;
  const next = overflow?.next_offset === undefined ? "" : ` Next: offset ${overflow.next_offset}.`;
  return [
    ...describeLate(output.late),
    ...describeIncomplete(output.partial),
    head(output),
    ...rows.map(showRow),
    ...(overflow === undefined
      ? []
      : [
          rows.length === 0
            ? `[${overflow.hint}]`
            : `[${overflow.shown} of ${overflow.total} rows shown.${next} ${overflow.hint}]`,
        ]),
    ...showNotFollowed(not_followed, "types"),
    ...showReturning(returned_by),
    ...(outside.length === 0 ? [] : [`Not found among the types of the project: ${outside.join(", ")}.`]),
    ...(broken.length === 0
      ? []
      : [`Files with syntax errors, may have more: ${broken.map(escapeHidden).join(", ")}.`]),
    ...(unread.length === 0 ? [] : [`Not parsed, may have more: ${unread.map(escapeHidden).join(", ")}.`]),
    ...(why === undefined
      ? []
      : [`${completeness === "partial" ? "Partial" : "No language server"}: ${why.replace(/\.$/, "")}.`]),
  ].join("\n");
}

function head({ symbol, declared, direction, completeness, server = "", levels, rows }: Output): string {
  const what = `${symbol} (${escapeHidden(declared)})`;
  const how = completeness === "syntactic" ? completeness : `${completeness} by ${server}`;
  if (levels.length === 0) return `No ${direction} of ${what} in the project, ${how}.`;
  const totals = levels.map((count, index) => `${count} at level ${index + 1}`).join(", ");
  const likely = rows.some((row) => markOf(row) === "~") ? "; ~ likely by name only" : "";
  const unsure = rows.some((row) => markOf(row) === "*") ? "; * by syntax only" : "";
  const title = `${direction.charAt(0).toUpperCase()}${direction.slice(1)}`;
  return `${title} of ${what}, ${how}: ${totals}${likely}${unsure}.`;
}

function showReturning({ count, examples }: Output["returned_by"]): string[] {
  if (count === 0) return [];
  const more = count > examples.length ? `, and ${count - examples.length} more` : "";
  return [`Returned by ${countOf(count, "function")}, not counted: ${examples.map(escapeHidden).join(", ")}${more}.`];
}

function showRow(row: Row): string {
  const { level, symbol, file, line, relation, shape, impl, pointer, test, again } = row;
  const indent = relation === "implementation" ? "" : " ".repeat(level - 1);
  const name = `${symbol === "" ? "(top of file)" : symbol} ${escapeHidden(file)}:${line}`;
  const how = shape === undefined ? "" : shape === "members" ? " (has its members)" : ` (${shape})`;
  const by =
    impl === undefined ? "" : ` impl ${escapeHidden(impl.startsWith(`${file}:`) ? impl.slice(file.length) : impl)}`;
  return `${indent}${markOf(row)}${name}${by}${how}${pointer === true ? " (pointer only)" : ""}${test === true ? " (test)" : ""}${again === undefined ? "" : ` ${again}`}`;
}

function markOf({ likely, by_syntax }: Row): string {
  return likely === true ? "~" : by_syntax === true ? "*" : "";
}
