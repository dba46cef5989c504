import type { Candidate } from "../apply-first-valid.ts";
import type { CodeText } from "../text/code-text.ts";
import { endBefore } from "../text/lines.ts";
import { leadingImports } from "./top-of-file.ts";

/** Go's imports: into the block where there is one, else as statements. */
export function goImports(code: CodeText, sent: string): Candidate | { readonly statement: string } {
  const specs = readSpecs(sent);
  const block = leadingImports(code).findLast(({ start, end }) => /^import\s*\(/.test(code.text.slice(start, end)));
  if (specs === undefined) return { statement: sent };
  if (block !== undefined) {
    const close = code.text.lastIndexOf(")", block.end);
    const at = endBefore(code.text, close);
    const lines = specs.map((spec) => `\n\t${spec}`).join("");
    const isOneLine = !code.text.slice(at, close).includes("\n");
    return { replacements: [{ start: at, end: isOneLine ? close : at, text: isOneLine ? `${lines}\n` : lines }] };
  }
  if (specs.length === 1) return { statement: `import ${specs[0]}` };
  return { statement: `import (\n${specs.map((spec) => `\t${spec}`).join("\n")}\n)` };
}

/** `"fmt"`, `import "fmt"` and blocks of them; undefined for anything else. */
function readSpecs(sent: string): readonly string[] | undefined {
  const lines = sent
    .replaceAll(/^[ \t]*import\s*\(([^)]*)\)/gm, "$1")
    .split("\n")
    .map((line) => line.replace(/^\s*import\s+/, "").trim())
    .filter((line) => line !== "");
  const isSpec = /^(?:[\w.]+\s+)?(?:"[^"]*"|`[^`]*`)(?:\s*\/\/.*)?$/;
  return lines.length > 0 && lines.every((line) => isSpec.test(line)) ? lines : undefined;
}
