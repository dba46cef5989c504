import { escapeHidden } from "toolwright";
import { countOf } from "../../workspace/text/visible-text.ts";
import { describeIncomplete, describeLate } from "../describe-incomplete.ts";
import { showNotFollowed } from "../fields.ts";
import type { Graph, Outside, Output, Row } from "./schema.ts";

/** A heading with exact totals for each direction, then the tree. */
export function format(output: Output): string {
  const { graphs, other_uses, overrides, unread, broken, late, partial, completeness, why } = output;
  return [
    ...describeLate(late),
    ...describeIncomplete(partial),
    ...graphs.flatMap((graph) => [head(output, graph), ...graph.rows.map(showRow), ...tail(graph, output.to)]),
    ...(other_uses === 0 || !graphs.some(({ direction }) => direction === "callers")
      ? []
      : [`Used without a call, so that others may call it: ${countOf(other_uses, "place")}.`]),
    ...showOverridden(overrides),
    ...(unread.length === 0 ? [] : [`Not parsed, may have more: ${unread.map(escapeHidden).join(", ")}.`]),
    ...(broken.length === 0 ? [] : [`With syntax errors, may have more: ${broken.map(escapeHidden).join(", ")}.`]),
    ...(why === undefined
      ? []
      : [`${completeness === "partial" ? "Partial" : "No language server"}: ${why.replace(/\.$/, "")}.`]),
  ].join("\n");
}

const maxOverridden = 5;

function showOverridden(overrides: Output["overrides"]): string[] {
  if (overrides.length === 0) return [];
  const named = overrides.slice(0, maxOverridden).map(({ symbol, declared }) => `${symbol} ${escapeHidden(declared)}`);
  const more = overrides.length > maxOverridden ? `, and ${overrides.length - maxOverridden} more` : "";
  return [`It overrides ${named.join(", ")}${more}: who calls that may run it. Ask for the callers of that, too.`];
}

function head(output: Output, { direction, levels, rows, among, guesses }: Graph): string {
  const { symbol, declared, to, unread, completeness, server = "" } = output;
  const how = completeness === "syntactic" ? completeness : `${completeness} by ${server}`;
  const what = `${symbol} (${escapeHidden(declared)})`;
  // It is unknown what an unparsed file calls.
  if (levels.length === 0 && direction === "callees" && unread.some((path) => declared.startsWith(`${path}:`)))
    return `What ${what} calls is not known.`;
  if (levels.length === 0 && among !== undefined && among.functions > 0) {
    const { functions, levels: seen } = among;
    const found = `${countOf(functions, direction === "callers" ? "caller" : "callee")} of ${what}`;
    return `${to === undefined ? "No test" : `${escapeHidden(to)} is not`} among ${found}, ${countOf(seen, "level")} deep, ${how}.`;
  }
  if (levels.length === 0 && guesses.calls > 0) return `No ${direction} of ${what} are proven, ${how}.`;
  if (levels.length === 0)
    return direction === "callers" ? `No callers of ${what}, ${how}.` : `${what} calls nothing of the project, ${how}.`;
  const totals = levels.map(({ edges }, index) => `${edges} at level ${index + 1}`).join(", ");
  const likely = rows.some((row) => markOf(row) === "~" || row.likely_calls !== undefined)
    ? "; ~ likely by name only"
    : "";
  const unsure = rows.some((row) => markOf(row) === "*") ? "; * by syntax only" : "";
  const title = direction === "callers" ? "Callers" : "Callees";
  const ways = to === undefined ? "" : ` on the way to ${escapeHidden(to)}`;
  return `${title} of ${what}${ways}, ${how}: ${totals}${likely}${unsure}.`;
}

function showRow(row: Row): string {
  const { level, symbol, file, line, calls, likely_calls: doubtful, platform, again } = row;
  const name = symbol === "" ? `(top of file) ${escapeHidden(file)}` : `${symbol} ${escapeHidden(file)}:${line}`;
  const where = `(${calls.length === 1 ? "call" : "calls"} at ${calls.map((call) => `${doubtful?.includes(call) === true ? "~" : ""}${call}`).join(", ")})`;
  return `${" ".repeat(level - 1)}${markOf(row)}${name} ${where}${platform === undefined ? "" : ` (${platform} only)`}${again === undefined ? "" : ` ${again}`}`;
}

function markOf({ likely, by_syntax }: Row): string {
  return likely === true ? "~" : by_syntax === true ? "*" : "";
}

function tail(graph: Graph, to: string | undefined): string[] {
  const { direction, levels, shown_levels, rows, not_followed, among, outside, overflow, guesses } = graph;
  const hidden = levels.slice(shown_levels);
  const needed = levels.reduce((sum, { edges }) => sum + edges, 0);
  const totals = hidden.map(
    ({ edges, functions }, index) =>
      `level ${shown_levels + index + 1}: ${countOf(edges, "call")} of ${countOf(functions, "further function")}`,
  );
  const way = needed <= maxRows ? `limit: ${needed} shows all.` : "Ask for one of the functions above.";
  const next = overflow?.next_offset === undefined ? "" : ` Next: offset ${overflow.next_offset}.`;
  return [
    ...(overflow === undefined
      ? []
      : [
          rows.length === 0
            ? `[${overflow.hint}]`
            : `[${overflow.shown} of ${overflow.total} rows shown.${next} ${overflow.hint}]`,
        ]),
    ...(hidden.length === 0 ? [] : [`[Not shown: ${totals.join(", ")}. ${way}]`]),
    ...showNotFollowed(not_followed, "functions"),
    ...showGuesses(guesses),
    ...(among === undefined || among.deeper === 0
      ? []
      : [
          `[Not followed: ${countOf(among.deeper, "function")} of level ${among.levels}. More depth may lead ${to === undefined ? "to tests" : "there"}.]`,
        ]),
    // What leads elsewhere is on no way to what is looked for.
    ...(among === undefined ? outside : []).map((each) => showOutside(each, direction)),
  ];
}

function showGuesses({ calls, in_files: inFiles, files }: Graph["guesses"]): string[] {
  if (calls === 0) return [];
  const named = files.map(({ file, count }) => `${escapeHidden(file)} ${count}`).join(", ");
  const more = inFiles > files.length ? `, and ${countOf(inFiles - files.length, "file")} more` : "";
  return [`[By name only, not followed: ${countOf(calls, "call")} (${named}${more}). likely: true follows them.]`];
}

const maxRows = 1_000;
const reasons = {
  outside: "Not found in the project",
  ambiguous: "Declared by too many to tell",
  value: "Local values",
} as const;

function showOutside({ why, total, names, more }: Outside, direction: Graph["direction"]): string {
  const reason = direction === "callers" ? "Outside of the project" : reasons[why];
  const shown = names.map(({ name, count }) => (count === 1 ? name : `${name} ×${count}`)).join(", ");
  return `${reason}: ${countOf(total, "call")}: ${shown}${more > 0 ? `, and ${countOf(more, "name")} more` : ""}`;
}
