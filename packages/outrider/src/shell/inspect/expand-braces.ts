import { InspectionLimitError } from "./inspection-limit-error.ts";

const most = 256;

/** `a{b,c}` as `ab` and `ac`, as the shell does before it looks for files. A range such as `{1..3}` becomes a glob over all. */
export function expandBraces(pattern: string): readonly string[] {
  if (!pattern.includes("{")) return [pattern];
  const done: string[] = [];
  const open = [pattern.replaceAll(range, "*")];
  while (open.length > 0) {
    if (done.length + open.length > most) throw new InspectionLimitError("has braces that stand for too many words");
    const current = open.shift() ?? "";
    const group = findGroup(current);
    if (group === undefined) done.push(current);
    else open.push(...group.parts.map((part) => current.slice(0, group.start) + part + current.slice(group.end)));
  }
  return done;
}

const range = /(?<!\\)\{[\w+-]+\.\.[\w.+-]+\}/g;

interface Group {
  readonly start: number;
  readonly end: number;
  readonly parts: readonly string[];
}

function findGroup(pattern: string): Group | undefined {
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern[at] === "\\") at += 1;
    else if (pattern[at] === "{") {
      const group = readGroup(pattern, at);
      if (group !== undefined) return group;
    }
  }
  return undefined;
}

function readGroup(pattern: string, start: number): Group | undefined {
  const parts: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === "\\") at += 1;
    else if (character === "{") depth += 1;
    else if (character === "," && depth === 1) {
      parts.push(pattern.slice(from, at));
      from = at + 1;
    } else if (character === "}") {
      depth -= 1;
      if (depth > 0) continue;
      if (parts.length === 0) return undefined;
      return { start, end: at + 1, parts: [...parts, pattern.slice(from, at)] };
    }
  }
  return undefined;
}
