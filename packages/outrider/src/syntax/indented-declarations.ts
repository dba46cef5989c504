import type { Declaration } from "./outline.ts";

const definition = /^(?:async\s+)?(def|class|func|proc|method|template|macro|enum)\s+([\w]+)/;
const assignment = /^([A-Za-z_]\w*)\s*(?::[^=]{1,120})?=(?!=)/;

/** Declarations of languages whose blocks are indented. */
export function findIndentedDeclarations(blanked: readonly string[], lines: readonly string[]): readonly Declaration[] {
  const found: Declaration[] = [];
  const open: { indent: number; endLine: number; kind: string }[] = [];
  for (const [line, text] of blanked.entries()) {
    const trimmed = text.slice(0, 300).trim();
    if (trimmed === "") continue;
    while (open.length > 0 && (open.at(-1)?.endLine ?? 0) <= line) open.pop();
    const indent = indentOf(text);
    const match = definition.exec(trimmed);
    if (match?.[1] !== undefined && match[2] !== undefined) {
      const kind =
        match[1] === "def" || match[1] === "func" ? (open.at(-1)?.kind === "class" ? "method" : "function") : match[1];
      const endLine = blockEnd(blanked, lines, line, indent);
      found.push({ name: match[2], kind, line, endLine });
      open.push({ indent, endLine, kind });
      continue;
    }
    const name = indent === 0 ? assignment.exec(trimmed)?.[1] : undefined;
    if (name !== undefined) found.push({ name, kind: "variable", line, endLine: blockEnd(blanked, lines, line, 0) });
  }
  return found;
}

/** A line that closes brackets of the first one belongs to it, however far left it stands. */
function blockEnd(blanked: readonly string[], lines: readonly string[], line: number, indent: number): number {
  let end = line + 1;
  let brackets = bracketsOf(blanked[line] ?? "");
  for (let at = line + 1; at < lines.length; at += 1) {
    const original = lines[at] ?? "";
    const text = blanked[at] ?? "";
    const isCode = text.trim() !== "";
    if (isCode && brackets <= 0 && indentOf(text) <= indent) break;
    brackets += bracketsOf(text);
    if (isCode || (original.trim() !== "" && indentOf(original) > indent)) end = at + 1;
  }
  return end;
}

function bracketsOf(text: string): number {
  let depth = 0;
  for (const character of text) {
    if ("([{".includes(character)) depth += 1;
    else if (")]}".includes(character)) depth -= 1;
  }
  return depth;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
