import { ToolError } from "toolwright";
import { findFrontMatter } from "../documents/markdown/front-matter.ts";
import { isMarkdown } from "../documents/markdown/sections.ts";
import { showPath } from "../workspace/paths/check-path.ts";
import type { Replacement } from "../workspace/text/text-file.ts";
import type { Edit, EditTarget, EditPlan, Range } from "./edit.ts";
import { lineOffsets, lineStartAt, nextLineAt } from "./line-offsets.ts";
import { locateText } from "./locate-text.ts";
import { normaliseEnds } from "./plain-text.ts";
import { findSectionOf, planSection } from "./section-edit.ts";

/** What one edit comes to, by its anchor: text, section, line or file. Some clients send "" for what is not given. */
export function planEdit(target: EditTarget, edit: Edit): EditPlan {
  const { old_string: old, line, position } = edit;
  const symbol = edit.symbol === "" ? undefined : edit.symbol;
  if (old !== undefined && old !== "") return planText(target, { ...edit, symbol }, normaliseEnds(old));
  if (symbol !== undefined) {
    if (line !== undefined) throw wrong("`symbol` and `line` are two places", "Leave one of them out.");
    return planSection(target, symbol, edit);
  }
  if (line !== undefined) return planLine(target, edit, line);
  if (old === "" && position !== "start" && position !== "end" && target.text !== "") throw emptyOld();
  return planFile(target, edit);
}

function planText(target: EditTarget, edit: Edit, old: string): EditPlan {
  const { symbol, replace_all: all = false, line, position = "replace" } = edit;
  const text = newText(edit);
  if (position === "start" || position === "end") {
    throw wrong(
      `\`position\` "${position}" is for a section or a file`,
      'Next to `old_string` use "before" or "after".',
    );
  }
  if (position === "replace" && text === old) throw sameText();
  const range = symbol === undefined ? { start: 0, end: target.text.length } : sectionRange(target, symbol);
  const { matches, notes } = locateText(target, range, { old, new: text, all, line });
  const replacements = matches.map(({ start, end, adapt }) => {
    if (position === "replace" || position === "remove") return { start, end, text: adapt(text) };
    const lines = adapt(text);
    if (position === "before") return insertLines(target.text, lineStartAt(target.text, start), lines);
    return insertLines(target.text, nextLineAt(target.text, end - 1), lines);
  });
  return { replacements, notes };
}

function sectionRange(target: EditTarget, symbol: string): Range {
  const { section, start, end } = findSectionOf(target, symbol);
  return { start, end, name: `section ${JSON.stringify(section.path)}` };
}

function planLine(target: EditTarget, edit: Edit, line: number): EditPlan {
  const { position = "before" } = edit;
  if (position !== "before" && position !== "after") {
    throw wrong(
      `\`position\` "${position}" does not go with \`line\``,
      "It inserts before (or after) the line; give `old_string` to change what is there.",
    );
  }
  const offsets = lineOffsets(target.text);
  const count = offsets.length;
  const before = position === "before" ? line : line + 1;
  if (!Number.isInteger(line) || line < 1 || before > count + 1) {
    throw new ToolError(
      "no_line",
      `${showPath(target.path)} has ${count} lines, so there is no line ${line}. ${count + 1} inserts at the end.`,
    );
  }
  const text = insertedText(edit);
  const offset = offsets[before - 1];
  const replacement = offset === undefined ? insertAtEnd(target.text, text) : insertLines(target.text, offset, text);
  return { replacements: [replacement], notes: [] };
}

function planFile(target: EditTarget, edit: Edit): EditPlan {
  const { position } = edit;
  if (position === "end" || (edit.old_string === "" && position !== "start")) {
    return { replacements: [insertAtEnd(target.text, insertedText(edit))], notes: [] };
  }
  if (position === "start") return planFileStart(target, insertedText(edit));
  throw wrong(
    "It is not said where to edit",
    'Give `old_string`, `symbol` (a heading), `line`, or `position` "start" or "end" for the file.',
  );
}

/** What has to be first in a file stays first. */
function planFileStart(target: EditTarget, text: string): EditPlan {
  const shebang = target.text.startsWith("#!") ? 1 : 0;
  const frontMatter = isMarkdown(target.path) ? (findFrontMatter(target.text)?.endLine ?? 0) : 0;
  const line = Math.max(shebang, frontMatter);
  const offset = lineOffsets(target.text)[line] ?? target.text.length;
  const what = shebang > 0 ? "first line (#!)" : "front matter";
  const notes = line > 0 ? [`Inserted behind the ${what}, which has to come first.`] : [];
  return { replacements: [insertLines(target.text, line === 0 ? 0 : offset, text)], notes };
}

/** The new text of a replacement; that it is missing is no wish to delete. */
function newText({ new_string: text, position }: Edit): string {
  if (position === "remove") {
    if (text !== undefined && text !== "") throw removeWithText();
    return "";
  }
  if (text === undefined) throw wrong("`new_string` is missing", 'Give the new text; "" deletes the old one.');
  return normaliseEnds(text);
}

function insertedText(edit: Edit): string {
  const text = newText(edit);
  if (text === "") throw wrong("`new_string` is empty", "Give the text to insert.");
  return text;
}

function emptyOld(): ToolError {
  return wrong(
    "`old_string` is empty",
    'Leave it out and give `line`, or `position` "start" or "end", to insert; to replace, give the text that is there now.',
  );
}

function sameText(): ToolError {
  return new ToolError(
    "no_change",
    "`old_string` and `new_string` are the same, so there is nothing to change (line ends stay as the file has them).",
  );
}

function removeWithText(): ToolError {
  return wrong('`position` "remove" takes no `new_string`', 'Leave it out, or use "replace".');
}

function wrong(problem: string, remedy: string): ToolError {
  return new ToolError("unclear_edit", `${problem}. ${remedy}`);
}

/** New lines of their own before the line that starts at an offset; behind the last line when it is the end. */
function insertLines(source: string, offset: number, text: string): Replacement {
  if (offset >= source.length) return insertAtEnd(source, text);
  return { start: offset, end: offset, text: text.endsWith("\n") ? text : `${text}\n` };
}

/** Behind the last line; whether the text ends with a line end stays as it is. */
function insertAtEnd(source: string, text: string): Replacement {
  const at = { start: source.length, end: source.length };
  if (source === "" || source.endsWith("\n")) return { ...at, text: text.endsWith("\n") ? text : `${text}\n` };
  return { ...at, text: `\n${text.replace(/\n$/, "")}` };
}
