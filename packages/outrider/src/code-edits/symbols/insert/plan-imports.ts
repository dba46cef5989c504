import { ToolError } from "toolwright";
import { visibleLine } from "../../../workspace/text/visible-text.ts";
import type { InsertEdit, PlannedEdit } from "../../code-edit.ts";
import type { Draft } from "../../draft.ts";
import type { EditContext } from "../../edit-context.ts";
import { findSymbolToEdit, readDraft } from "../../find-symbol-to-edit.ts";
import { type Candidate, applyFirstValid } from "../apply-first-valid.ts";
import { readingsOf } from "../sent-code.ts";
import { type CodeText, readCodeText } from "../text/code-text.ts";
import { trimCode } from "../text/fit-code.ts";
import { endBefore, lineEnd, lineStart } from "../text/lines.ts";
import { headerEnd, leadingImports } from "./top-of-file.ts";

/** Adds imports after the existing ones; those that already exist are not added again. */
export async function planImports(
  context: EditContext,
  draft: Draft,
  { path, symbol, body, expect }: InsertEdit,
): Promise<PlannedEdit> {
  if (path === undefined && symbol === undefined) {
    throw new ToolError("unclear_edit", "`path` is missing: the imports of which file?");
  }
  const read =
    path === undefined && symbol !== undefined
      ? await findSymbolToEdit(context, draft, { path, symbol, expect })
      : await readDraft(context, draft, path ?? "");
  const { file } = read;
  const code = await readCodeText(context, read);
  const readings = readingsOf(body, code);
  const { left, doubled } = withoutDoubles(code, readings[0].body);
  const notes = doubled.map((line) => `${visibleLine(line)} is there already.`);
  const done = `inserted imports into ${file.path}`;
  if (left === "") return { done: `left the imports of ${file.path} as they are`, notes, names: [] };
  const [first, ...others] = readings;
  const applied = await applyFirstValid(
    { context, draft, file, code },
    [{ ...first, body: left }, ...others],
    async (sent) => [placeImports(code, trimCode(sent))],
  );
  return { done, notes: [...notes, ...applied.notes], names: [] };
}

function withoutDoubles(code: CodeText, sent: string): { readonly left: string; readonly doubled: readonly string[] } {
  const known = new Set(code.imports.flatMap(({ start, end }) => linesOf(code, code.text.slice(start, end))));
  const doubled: string[] = [];
  const lines = trimCode(sent)
    .split("\n")
    .filter((line) => {
      // Lines inside a longer statement are not statements themselves.
      const isDouble =
        /^\S/.test(line) && !/[{(,\\]\s*$/.test(line) && linesOf(code, line).some((each) => known.has(each));
      if (isDouble) doubled.push(line.trim());
      return !isDouble;
    });
  return { left: trimCode(lines.join("\n")), doubled };
}

/** Normalized for comparison. */
function linesOf({ rules }: CodeText, statement: string): readonly string[] {
  const plain = (text: string): string => text.replaceAll(/\s+/g, " ").trim().replace(/;$/, "").replaceAll("'", '"');
  return (rules.imports.partsOf?.(statement) ?? [statement]).map(plain);
}

function placeImports(code: CodeText, sent: string): Candidate {
  const { text, rules } = code;
  const body = sent.trimStart();
  const leading = leadingImports(code);
  const statement = rules.imports.insert?.(text, leading, body) ?? body;
  if (typeof statement !== "string") return { replacements: statement };
  const isFirst = rules.imports.first?.test(body) === true;
  const last = isFirst ? undefined : leading.at(-1);
  if (last !== undefined) {
    const at = endBefore(text, lineEnd(text, endBefore(text, last.end)));
    return { replacements: [{ start: at, end: at, text: `\n${statement}` }] };
  }
  const at = headerEnd(code);
  const [next] = code.imports;
  const start = isFirst && next !== undefined ? lineStart(text, next.start) : undefined;
  if (start !== undefined) return { replacements: [{ start, end: start, text: `${statement}\n` }] };
  if (at === 0) {
    const from = text.length - text.trimStart().length;
    return { replacements: [{ start: 0, end: from, text: `${statement}\n${text.trim() === "" ? "" : "\n"}` }] };
  }
  const rest = text.slice(at);
  const isTight = /^[ \t]*\n[ \t]*\S/.test(rest);
  return { replacements: [{ start: at, end: at, text: `\n${headerGap(code, at)}${statement}${isTight ? "\n" : ""}` }] };
}

/** A lone shebang needs no blank line below it; everything else gets one. */
function headerGap({ text }: CodeText, at: number): string {
  return /^#![^\n]*$/.test(text.slice(0, at)) ? "" : "\n";
}
