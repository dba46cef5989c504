import type { Declaration } from "./outline.ts";

const definition =
  /^(?:(?:private|public|protected|local|export|abstract|mutable)\s+)*(def|defp|defmacro|defmodule|defprotocol|defimpl|class|module|function|struct|macro)\s+((?:self\.)?[\w.:?!=]+)/;
const constant = /^(?:local\s+|const\s+)?([A-Z]\w*)\s*=(?!=)/;

const kinds: Readonly<Record<string, string>> = { def: "function", defp: "function", defmodule: "module" };

/** Declarations of languages whose blocks close with the word `end`, told by its indentation. */
export function findEndedDeclarations(blanked: readonly string[]): readonly Declaration[] {
  const found: Declaration[] = [];
  for (const [line, text] of blanked.entries()) {
    const trimmed = text.slice(0, 300).trim();
    const match = definition.exec(trimmed);
    if (match?.[1] !== undefined && match[2] !== undefined) {
      const name = match[2].replace(/^self\./, "").replaceAll(/[.:]+/g, "/");
      found.push({ name, kind: kinds[match[1]] ?? match[1], line, endLine: blockEnd(blanked, line) });
      continue;
    }
    const name = constant.exec(trimmed)?.[1];
    if (name !== undefined) found.push({ name, kind: "const", line, endLine: line + 1 });
  }
  return found;
}

function blockEnd(blanked: readonly string[], line: number): number {
  const indent = indentOf(blanked[line] ?? "");
  for (let at = line + 1; at < blanked.length; at += 1) {
    const text = blanked[at] ?? "";
    const trimmed = text.trim();
    if (trimmed === "" || indentOf(text) > indent) continue;
    if (indentOf(text) === indent && /^end\b/.test(trimmed)) return at + 1;
    if (indentOf(text) === indent && /^(?:rescue|ensure|else|elsif|catch|after)\b/.test(trimmed)) continue;
    return line + 1;
  }
  return line + 1;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
