import { escapeHidden } from "toolwright";
import { countOf } from "../../workspace/text/visible-text.ts";
import type { Output, Row } from "./schema.ts";

/** One library per line; omits what is normal. */
export function format(output: Output): string {
  const { action, name = "", root = "", was } = output;
  const lines =
    action === "register"
      ? [`${name} is registered: ${root}. Read it as library:${name}/…, grep and symbols take library:${name} as path.`]
      : action === "forget"
        ? [
            `${name} is forgotten${was === "definition" ? "; a definition that leads into it makes it known again" : ""}.`,
          ]
        : showList(output);
  return lines.map((line) => escapeHidden(line)).join("\n");
}

function showList({
  libraries = [],
  total = 0,
  direct = 0,
  readable = 0,
  filter,
  overflow,
  problems = [],
}: Output): string[] {
  const hint =
    overflow === undefined
      ? []
      : [`[${overflow.shown} of ${overflow.total} shown.${next(overflow.next_offset)} ${overflow.hint}]`];
  const of = filter === undefined ? "" : ` with ${JSON.stringify(filter)}`;
  if (total === 0) {
    const why = filter === undefined ? "No manifest names one, and none is registered." : "None has this name or part.";
    return [`No libraries${of}. ${why}`, ...problems];
  }
  const indirect = total - direct;
  const kinds = indirect === 0 ? "" : ` (${direct} direct, ${indirect} of other libraries)`;
  return [
    `${countOf(total, "library", "libraries")}${of}${kinds}, ${readable} with source here:`,
    ...libraries.map(showRow),
    ...hint,
    ...problems,
  ];
}

function next(offset: number | undefined): string {
  return offset === undefined ? "" : ` Next: offset ${offset}.`;
}

/** `zod 4.1.0 (node, wants ^4.0.0) node_modules/zod` */
function showRow(row: Row): string {
  const { name, ecosystem, wanted, locked, installed, source, place, own, found, direct, indexed, from } = row;
  const version = installed ?? locked[0];
  const isOther = installed !== undefined && locked.length > 0 && !locked.includes(installed);
  const facts = [
    ecosystem === "other" ? "" : ecosystem,
    wanted === undefined || wanted === version ? "" : `wants ${wanted}`,
    isOther ? `locked ${locked.join(", ")}` : "",
    found === "manifest" ? (direct ? "" : "indirect") : found,
    own === true ? "own package" : "",
    indexed ? "indexed" : "",
  ];
  const told = facts.filter((fact) => fact !== "").join(", ");
  const where = {
    files: place ?? "",
    archive: `archive only, not readable: ${place}`,
    binary: `compiled only: ${place}`,
    none: absent(row, from),
  };
  return ` ${name}${version === undefined ? "" : ` ${version}`}${told === "" ? "" : ` (${told})`} ${where[source]}`;
}

function absent({ found, place }: Row, from: string | undefined): string {
  if (found === "registered") return `cannot be read any more: ${place}`;
  return from === undefined ? "not on this machine" : `not on this machine; from ${from}`;
}
