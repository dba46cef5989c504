import { findSureUnit, indentOf, readSteps } from "./indent-unit.ts";

export interface IndentTarget {
  /** The indentation of lines at the level of the first. */
  readonly indent: string;
  /** One step of indentation in the file. */
  readonly unit: string;
  /** The line begins inside a string and must not be changed. */
  readonly isFixed: (index: number) => boolean;
}

/** Moves code to its place: shifts all lines by the same amount and keeps their relative depth. */
export function reindent(code: string, { indent, unit, isFixed }: IndentTarget): string {
  const lines = code.split("\n");
  const free = lines.filter((line, index) => index > 0 && line.trim() !== "" && !isFixed(index));
  const base = findBase(lines[0] ?? "", free, { indent, unit });
  const below = (line: string): string => (line.startsWith(base) ? line.slice(base.length) : line);
  const convert = stepConverter(lines[0] ?? "", free.map(below), unit);
  return lines
    .map((line, index) => {
      if (index > 0 && isFixed(index)) return line;
      if (line.trim() === "") return "";
      if (index === 0) return indent + line.trimStart();
      return line.startsWith(base) ? indent + convert(below(line)) : line;
    })
    .join("\n");
}

/** The indentation of lines at the level of the first: the first line itself is often sent without it. */
function findBase(first: string, rest: readonly string[], place: Omit<IndentTarget, "isFixed">): string {
  const own = indentOf(first);
  const shared = sharedIndent(rest);
  if (own !== "" && shared.startsWith(own)) return own;
  if (own === "" && /[;}]$/.test(first.trimEnd()) && !/^(?:@|\/[/*])/.test(first)) return shared;
  // Parameters on several lines, followed by a body.
  const isClosed = first.trimEnd().endsWith(",") && /^\s*\}/.test(rest.at(-1) ?? "");
  if (own === "" && !isClosed && /(?:=|=>|->|&&|\|\||[+,.\\])$/.test(first.trimEnd())) {
    // Continuation lines are deeper than their statement; if too deep for one at the margin, the code was copied from here.
    const isPlaced = shared.startsWith(place.indent) && shared.length >= place.indent.length + place.unit.length;
    return isPlaced && shared !== place.unit ? place.indent : "";
  }
  const peer = peerOf(first, rest);
  if (peer !== undefined) return shared.startsWith(indentOf(peer)) ? indentOf(peer) : "";
  if (own !== "") return shared;
  // A copied declaration whose first line lost its indentation: its body is one step deeper than a place not at the margin.
  const isPlaced = place.indent !== "" && shared === place.indent + place.unit && shared !== place.unit;
  return isPlaced ? place.indent : "";
}

/** A line at the level of the first: its closing bracket, or what follows decorators and comments. */
function peerOf(first: string, rest: readonly string[]): string | undefined {
  const last = rest.at(-1);
  if (last !== undefined && /^\s*(?:[}\])]|end\b|\*\/)/.test(last)) {
    // In some styles a closing bracket is as deep as the lines that it encloses.
    const isHanging = rest.length > 1 && /^\s*[\])]/.test(last) && indentOf(rest[0] ?? "") === indentOf(last);
    return isHanging || /^\s*\*\//.test(last) ? undefined : last;
  }
  const isLead = /^\s*(?:@|#|\/\/|\/\*|\*|\[|--)/;
  return isLead.test(first) ? rest.find((line) => !isLead.test(line)) : undefined;
}

function sharedIndent(lines: readonly string[]): string {
  const [first = "", ...others] = lines.map(indentOf);
  let { length } = first;
  for (const other of others) {
    while (!other.startsWith(first.slice(0, length))) length -= 1;
  }
  return first.slice(0, length);
}

/** Converts between tabs and spaces, or step widths, but only if every line is indented by whole steps. */
function stepConverter(first: string, lines: readonly string[], unit: string): (line: string) => string {
  const same = (line: string): string => line;
  const plain = lines.filter((line) => !/^\s*\*/.test(line));
  const sent = findSureUnit([first.trimStart(), ...plain].join("\n"));
  if (sent === undefined || sent === unit) return same;
  const steps = readSteps(lines, sent);
  if (steps === undefined) return same;
  return (line) => {
    const indent = indentOf(line);
    const isStarred = /^\s* \*/.test(line);
    const depth = (isStarred ? indent.length - 1 : indent.length) / sent.length;
    return unit.repeat(depth) + (isStarred ? " " : "") + line.slice(indent.length);
  };
}
