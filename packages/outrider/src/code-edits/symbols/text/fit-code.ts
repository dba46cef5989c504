import { isIndentationMeaning } from "../../../edits/indentation.ts";
import { normaliseEnds } from "../../../edits/plain-text.ts";
import type { Span } from "../../../languages/language.ts";
import type { EditContext } from "../../edit-context.ts";
import type { CodeText } from "./code-text.ts";
import { findUnit } from "./indent-unit.ts";
import { reindent } from "./re-indent.ts";

export interface CodeTarget extends Span {
  readonly indent: string;
  /** What will surround the code, such as braces. */
  readonly around?: readonly [string, string];
}

/** Code adjusted to its place: every line is indented, including the first. Content of strings is left as it was sent. */
export async function fitCode(
  context: EditContext,
  code: CodeText,
  sent: string,
  { start, end, indent, around: [open, close] = ["", ""] }: CodeTarget,
): Promise<string> {
  const trimmed = trimCode(sent);
  if (!trimmed.includes("\n")) return indent + trimmed.trimStart();
  if (isCopied(trimmed, code.text.slice(start, end))) return /^[ \t]/.test(trimmed) ? trimmed : indent + trimmed;
  const body = await withFirstIndent(context, code, trimmed, indent);
  const isAlone = isIndentationMeaning(code.path);
  const before = isAlone ? "" : code.text.slice(0, start) + open;
  const after = isAlone ? "" : close + code.text.slice(end);
  const stringsIn = async (text: string): Promise<readonly Span[]> => {
    const { strings } = await context.symbols.partsOf(code.path, before + text + after, { signal: context.signal });
    return strings
      .filter((span) => span.start >= before.length && span.end <= before.length + text.length)
      .map((span) => ({ start: span.start - before.length, end: span.end - before.length }));
  };
  const held = (text: string, spans: readonly Span[]): string =>
    JSON.stringify(spans.map((span) => text.slice(span.start, span.end)));
  // Dedent first if indentation is syntax; otherwise the strings would be those of a broken text.
  const level = isAlone ? dedent(body) : body;
  const strings = await stringsIn(level);
  const kept = isAlone ? strings.filter((span) => !isDocstring(level, span)) : strings;
  const fixed = new Set(kept.flatMap((span) => linesInside(level, span)));
  const fitted = reindent(body, {
    indent,
    unit: code.hasUnit ? code.unit : (findUnit(body) ?? code.unit),
    isFixed: (index) => fixed.has(index),
  });
  if (strings.length === 0 || isAlone) return fitted;
  return held(fitted, await stringsIn(fitted)) === held(level, strings) ? fitted : indent + body.trimStart();
}

/** Most lines are identical to the old code: they were copied from there and already have the right indentation. */
function isCopied(body: string, old: string): boolean {
  const known = new Set(old.split("\n"));
  const lines = body
    .split("\n")
    .slice(1)
    .filter((line) => line.trim() !== "");
  return lines.filter((line) => known.has(line)).length * 2 > lines.length;
}

/** Restores the indentation of the first line if it was cut off, as far as the syntax tells. */
async function withFirstIndent(
  { symbols, signal }: EditContext,
  { path, rules }: CodeText,
  body: string,
  indent: string,
): Promise<string> {
  if (rules.indentedBlocks === undefined || indent === "" || /^[ \t]/.test(body)) return body;
  const isWhole = async (text: string): Promise<boolean> => {
    const check = await symbols.checkEdit(
      { file: path, text: "", replacements: [{ start: 0, end: 0, text: dedent(text) }] },
      { signal },
    );
    return check !== undefined && check.faults.length === 0;
  };
  if (await isWhole(body)) return body;
  return (await isWhole(indent + body)) ? indent + body : body;
}

/** Without blank lines around it; the first line keeps its indentation. */
export function trimCode(sent: string): string {
  return normaliseEnds(sent)
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
}

function dedent(body: string): string {
  const indent = /^[ \t]*/.exec(body)?.[0] ?? "";
  return indent === "" ? body : body.replaceAll(new RegExp(`^${indent}`, "gm"), "");
}

/** Lines that begin inside the span. */
function linesInside(text: string, { start, end }: Span): readonly number[] {
  const first = text.slice(0, start).split("\n").length;
  return Array.from({ length: text.slice(start, end).split("\n").length - 1 }, (_, index) => first + index);
}

/** Tools strip the indentation from docstrings, and they look odd without it. */
function isDocstring(text: string, { start }: Span): boolean {
  const before = text.slice(0, start);
  return /(?:^|\n)[ \t]*(?:async[ \t]+def|def|class)\b[^\n]*:[ \t]*\n[ \t]*(?:"""|''')?$|\)[^\n]*:[ \t]*\n[ \t]*(?:"""|''')?$/.test(
    before,
  );
}
