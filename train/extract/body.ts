import type { Language } from "./languages.ts";

const maxLines = 40;

/** The line behind the body of the declaration at `start`, at most forty lines on. */
export function bodyEnd(lines: readonly string[], start: number, language: Language): number {
  const last = Math.min(lines.length, start + maxLines);
  if (language.body === "braces") return braceEnd(lines, start, last);
  const indent = indentOf(lines[start] ?? "");
  return language.body === "indent" ? indentEnd(lines, start, last, indent) : wordEnd(lines, start, last, indent);
}

/** Strings and comments are not looked into: a body that ends a few lines off still says what it is about. */
function braceEnd(lines: readonly string[], start: number, last: number): number {
  let depth = 0;
  let opened = false;
  for (let at = start; at < last; at += 1) {
    const line = lines[at] ?? "";
    for (let i = 0; i < line.length; i += 1) {
      const unit = line.charCodeAt(i);
      if (unit === 123) {
        depth += 1;
        opened = true;
      } else if (unit === 125) depth -= 1;
    }
    if (opened && depth <= 0) return at + 1;
    if (!opened && (/[;,]\s*$/.test(line) || at - start > 6 || (at > start && line.trim() === ""))) return at + 1;
  }
  return last;
}

function indentEnd(lines: readonly string[], start: number, last: number, indent: number): number {
  // Haskell: equations of a signature start in its own column with its own name.
  const name = /^[a-z_][\w']*(?=\s*::)/.exec(lines[start] ?? "")?.[0];
  let end = start + 1;
  for (let at = start + 1; at < last; at += 1) {
    const line = lines[at] ?? "";
    if (line.trim() === "") continue;
    const goesOn = indentOf(line) > indent || /^\s*[)\]}]/.test(line) || (name !== undefined && line.startsWith(name));
    if (!goesOn) break;
    end = at + 1;
  }
  return end;
}

function wordEnd(lines: readonly string[], start: number, last: number, indent: number): number {
  if (/\bend\s*$|,\s*do:/.test(lines[start] ?? "")) return start + 1;
  for (let at = start + 1; at < last; at += 1) {
    const line = lines[at] ?? "";
    const own = indentOf(line);
    if (line.trim() !== "" && own <= indent) return /^\s*end\b/.test(line) ? at + 1 : at;
  }
  return last;
}

export function indentOf(line: string): number {
  let at = 0;
  while (at < line.length && (line[at] === " " || line[at] === "\t")) at += 1;
  return at;
}
