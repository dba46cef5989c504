import { ToolError } from "toolwright";
import { showPath } from "../../../workspace/paths/check-path.ts";
import type { Draft } from "../../draft.ts";
import type { EditContext } from "../../edit-context.ts";
import { replaceChecked } from "../../replace-checked.ts";
import { joinPieces, type SymbolMove } from "../symbol-move.ts";
import { changeImports, renderNew, styleOf } from "./imports.ts";
import type { Needs } from "./needs.ts";

/** Puts the code at the end of the other file, below the imports that it needs. */
export async function putIntoTarget(
  context: EditContext,
  draft: Draft,
  move: SymbolMove,
  { needs, exported }: { readonly needs: Needs; readonly exported: ReadonlySet<string> },
): Promise<readonly string[]> {
  const { old, target, to } = move;
  const code = exportCode(move, new Set([...exported, ...needs.reexported]));
  const oldStyle = styleOf(old.file.text, old.facts.imports);
  if (target === undefined) {
    const imports = renderNew(needs.add, oldStyle);
    const text = `${imports.length === 0 ? "" : `${imports.join("\n")}\n\n`}${code}\n`;
    await draft.create(to, old.file.eol === "\r\n" ? text.replaceAll("\n", "\r\n") : text);
    return [];
  }
  const { file, facts } = target;
  const hasStyle = facts.imports.some(({ form }) => form === "static") || file.text.trim() !== "";
  const style = hasStyle ? styleOf(file.text, facts.imports) : oldStyle;
  const end = file.text.trimEnd().length;
  const gap = end === 0 && needs.add.length === 0 ? "" : "\n\n";
  const put = { start: end, end: file.text.length, text: `${gap}${code}\n` };
  const imports = changeImports(target, needs, style).map((each) =>
    each.start > end ? { ...each, start: end, end } : each,
  );
  return (await replaceChecked(context, draft, file, mergeAtEnd([...imports, put], end))).notes;
}

/** In a file with nothing below its imports, new imports go before the code. */
function mergeAtEnd(
  replacements: readonly { readonly start: number; readonly end: number; readonly text: string }[],
  end: number,
): readonly { readonly start: number; readonly end: number; readonly text: string }[] {
  const atEnd = replacements.filter(({ start, end: last }) => start >= end && last >= end);
  if (atEnd.length < 2) return replacements;
  const rest = replacements.filter((each) => !atEnd.includes(each));
  const put = atEnd.at(-1);
  const imports = atEnd
    .slice(0, -1)
    .map(({ text }) => text.trim())
    .join("\n");
  const before = end === 0 ? "" : "\n";
  return put === undefined ? replacements : [...rest, { ...put, text: `${before}${imports}${put.text}` }];
}

/** The code, in which these names have the `export` keyword, so that others can import them. */
function exportCode({ cut, name, old }: SymbolMove, exported: ReadonlySet<string>): string {
  const pieces = cut.pieces.map(({ names, text }) => {
    if (!names.some((each) => exported.has(each))) return { text };
    const [doc = ""] = /^(?:\s*(?:\/\*[^]*?\*\/|\/\/.*\n))*\s*/.exec(text) ?? [];
    const rest = text.slice(doc.length);
    if (/^(?:@[^]*?\s)?export\s/.test(rest)) return { text };
    if (!rest.startsWith("@")) return { text: `${doc}export ${rest}` };
    throw new ToolError(
      "cannot_prove",
      `${name} in ${showPath(old.file.path)} was not moved: it has decorators and is not exported. Export it first.`,
    );
  });
  return joinPieces(old.file.text, cut.spans, pieces);
}
