import { ToolError } from "toolwright";
import { findSection } from "../documents/markdown/find-section.ts";
import { findSections, type Section } from "../documents/markdown/sections.ts";
import { showPath } from "../workspace/paths/check-path.ts";
import { hasHalfCharacter } from "../workspace/text/show-text.ts";
import type { Edit, EditTarget, Plan, Replacement } from "./edit.ts";
import { linesOf, lineOffsets } from "./line-offsets.ts";
import { isMarkdown } from "./markdown-file.ts";
import { normaliseEnds } from "./plain-text.ts";
import { changeSection, type Document, type LineChange } from "./section-change.ts";

export interface FoundSection {
  readonly section: Section;
  readonly sections: readonly Section[];
  /** Offsets of the section, heading and sub-sections included. */
  readonly start: number;
  readonly end: number;
}

/** The section that a heading names. */
export function findSectionOf(target: EditTarget, symbol: string): FoundSection {
  if (!isMarkdown(target.path)) {
    throw new ToolError(
      "no_section",
      `\`symbol\` names a heading, and ${showPath(target.path)} is no Markdown: give \`old_string\` with the text to change, or \`line\`.`,
    );
  }
  const section = findSection(target.text, symbol);
  const offsets = lineOffsets(target.text);
  const offsetOf = (line: number): number => offsets[line] ?? target.text.length;
  return {
    section,
    sections: findSections(target.text),
    start: offsetOf(section.startLine),
    end: offsetOf(section.endLine),
  };
}

/** Changes a section as a whole. Headings outside of it are the same afterwards, or nothing is done. */
export function planSection(target: EditTarget, symbol: string, edit: Edit): Plan {
  const { section, sections } = findSectionOf(target, symbol);
  const document: Document = { lines: linesOf(target.text), section, sections };
  const { changes, notes } = changeSection(document, {
    position: edit.position ?? "replace",
    all: edit.replace_all ?? false,
    content: edit.new_string === undefined ? undefined : normaliseEnds(edit.new_string),
  });
  const change = changes.find((candidate) => keepsOutline(target.text, document, candidate));
  if (change === undefined) throw brokenOutline(section);
  const replacement = toReplacement(target.text, change);
  const gone = target.text.slice(replacement.start, replacement.end);
  const damaged = hasHalfCharacter(gone) ? ["The text that went held bytes that are no text in its encoding."] : [];
  return { replacements: [replacement], notes: [...notes, ...damaged] };
}

/** Whether every heading before and behind the change is still there, and is still a heading. */
function keepsOutline(text: string, { sections }: Document, change: LineChange): boolean {
  const { start, end, text: added } = toReplacement(text, change);
  const after = findSections(text.slice(0, start) + added + text.slice(end));
  const shift = change.lines.length - (change.to - change.from);
  const outside = [
    ...sections.filter(({ startLine }) => startLine < change.from).map((heading) => outlineKey(heading, 0)),
    ...sections.filter(({ startLine }) => startLine >= change.to).map((heading) => outlineKey(heading, shift)),
  ];
  const left = after
    .filter(({ startLine }) => startLine < change.from || startLine >= change.to + shift)
    .map((heading) => outlineKey(heading, 0));
  return outside.length === left.length && outside.every((key, index) => key === left[index]);
}

function outlineKey({ startLine, contentLine, level, title }: Section, shift: number): string {
  return `${startLine + shift} ${contentLine + shift} ${level} ${title}`;
}

/** Lines to offsets; whether the text ends with a line end stays as it is. */
function toReplacement(text: string, { from, to, lines }: LineChange): Replacement {
  const offsets = lineOffsets(text);
  const start = offsets[from] ?? text.length;
  const end = offsets[to] ?? text.length;
  const added = lines.map((line) => `${line}\n`).join("");
  if (end < text.length || text === "" || text.endsWith("\n")) return { start, end, text: added };
  const open = added.replace(/\n$/, "");
  if (lines.length === 0) return { start: start < end && start > 0 ? start - 1 : start, end, text: "" };
  return { start, end, text: start === text.length ? `\n${open}` : open };
}

function brokenOutline(section: Section): ToolError {
  return new ToolError(
    "breaks_outline",
    `The new text would change headings outside of section ${JSON.stringify(section.path)}: ` +
      "it opens a code fence, comment or HTML block that it does not close, or the next heading would join it. Close it and try again.",
  );
}
