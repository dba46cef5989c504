import type { Replacement } from "../../workspace/text/replacement.ts";
import type { EditingRules } from "../editing.ts";
import { packageClause, shebang } from "../file-headers.ts";
import type { Span } from "../span.ts";

/** What edits have to know of Go. */
export const goEditing: EditingRules = {
  indent: "\t",
  header: { clauses: [shebang, packageClause] },
  imports: { partsOf: importsIn, insert: insertImports },
  groupsDeclarations: true,
  besideTypes: /^\s*func\b/,
  everyFileIsModule: true,
  moves: { files: "go packages", symbols: "go packages" },
};

/** The lines of a block are imports of their own. */
function importsIn(statement: string): readonly string[] {
  return statement
    .split("\n")
    .map((line) => line.replace(/^\s*import\s*\(?/, ""))
    .filter((line) => /["`]/.test(line));
}

/** Into the last block where there is one, else as a statement. */
function insertImports(text: string, leading: readonly Span[], sent: string): readonly Replacement[] | string {
  const specs = readSpecs(sent);
  if (specs === undefined) return sent;
  const block = leading.findLast(({ start, end }) => /^import\s*\(/.test(text.slice(start, end)));
  if (block !== undefined) {
    const close = text.lastIndexOf(")", block.end);
    const at = text.slice(0, close).trimEnd().length;
    const lines = specs.map((spec) => `\n\t${spec}`).join("");
    const isOneLine = !text.slice(at, close).includes("\n");
    return [{ start: at, end: isOneLine ? close : at, text: isOneLine ? `${lines}\n` : lines }];
  }
  if (specs.length === 1) return `import ${specs[0]}`;
  return `import (\n${specs.map((spec) => `\t${spec}`).join("\n")}\n)`;
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
