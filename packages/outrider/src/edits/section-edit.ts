import { ToolError } from "toolwright";
import { chooseSection, maxMarkdownChars } from "../documents/markdown/find-section.ts";
import type { Heading, Section } from "../documents/markdown/nest-headings.ts";
import { type Outline, parseOutline, reviseOutline, sectionsOf } from "../documents/markdown/outline.ts";
import { isMarkdown } from "../documents/markdown/sections.ts";
import { showPath } from "../workspace/paths/check-path.ts";
import type { Replacement } from "../workspace/text/text-file.ts";
import { hasHalfCharacter } from "../workspace/text/visible-text.ts";
import type { Edit, EditTarget, EditPlan } from "./edit.ts";
import { linesOf, lineOffsets } from "./line-offsets.ts";
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
  if (target.text.length > maxMarkdownChars) throw tooLong(target);
  const sections = sectionsOf(target.outline());
  const section = chooseSection(sections, symbol);
  const offsets = lineOffsets(target.text);
  const offsetOf = (line: number): number => offsets[line] ?? target.text.length;
  return {
    section,
    sections,
    start: offsetOf(section.startLine),
    end: offsetOf(section.endLine),
  };
}

/** Changes a section as a whole. Headings outside of it are the same afterwards, or nothing is done. */
export function planSection(target: EditTarget, symbol: string, edit: Edit): EditPlan {
  const { section, sections } = findSectionOf(target, symbol);
  const document: Document = { lines: linesOf(target.text), section, sections };
  const { changes, notes } = changeSection(document, {
    position: edit.position ?? "replace",
    all: edit.replace_all ?? false,
    content: edit.new_string === undefined ? undefined : normaliseEnds(edit.new_string),
  });
  const { replacement, outline } = chooseChange(target, section, changes);
  const gone = target.text.slice(replacement.start, replacement.end);
  const damaged = hasHalfCharacter(gone) ? ["The text that went held bytes that are no text in its encoding."] : [];
  return { replacements: [replacement], notes: [...notes, ...damaged], outline };
}

/** The first that leaves the outline alone. */
function chooseChange(target: EditTarget, section: Section, changes: readonly LineChange[]): Prospect {
  let isSwallowed = false;
  for (const change of changes) {
    const prospect = lookAhead(target, change);
    if (prospect.keepsOutside && prospect.keepsInside) return prospect;
    isSwallowed ||= prospect.keepsOutside;
  }
  throw isSwallowed ? swallowed(section) : brokenOutline(section);
}

interface Prospect {
  readonly replacement: Replacement;
  readonly outline: Outline;
  /** Every heading before and behind the change is still there, and is still a heading. */
  readonly keepsOutside: boolean;
  /** Every heading of the new text is one there, too. */
  readonly keepsInside: boolean;
}

function lookAhead(target: EditTarget, change: LineChange): Prospect {
  const { from, to, lines } = change;
  const before = target.outline();
  const replacement = toReplacement(target.text, change);
  const { start, end, text } = replacement;
  const after = target.text.slice(0, start) + text + target.text.slice(end);
  const outline = reviseOutline(before, after, { from, to, count: lines.length });
  const shift = lines.length - (to - from);
  const outside = [
    ...before.headings.filter(({ startLine }) => startLine < from).map((heading) => outlineKey(heading, 0)),
    ...before.headings.filter(({ startLine }) => startLine >= to).map((heading) => outlineKey(heading, shift)),
  ];
  const isOutside = ({ startLine }: Heading): boolean => startLine < from || startLine >= to + shift;
  const left = outline.headings.filter(isOutside).map((heading) => outlineKey(heading, 0));
  const there = new Set(outline.headings.map((heading) => outlineKey(heading, 0)));
  // A blank line in front, since at the very start a rule would pass for front matter.
  const own = parseOutline(["", ...lines].join("\n")).headings.map((heading) => outlineKey(heading, from - 1));
  return {
    replacement,
    outline,
    keepsOutside: outside.length === left.length && outside.every((key, index) => key === left[index]),
    keepsInside: own.every((key) => there.has(key)),
  };
}

function outlineKey({ startLine, contentLine, level }: Heading, shift: number): string {
  return `${startLine + shift} ${contentLine + shift} ${level}`;
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

function swallowed(section: Section): ToolError {
  return new ToolError(
    "breaks_outline",
    `A heading of the new text would be none there: what it comes to stand behind, at section ${JSON.stringify(section.path)}, ` +
      "leaves a code fence, comment or HTML block open. Close that first, with `old_string` or `line`.",
  );
}

function tooLong({ text, path }: EditTarget): ToolError {
  return new ToolError(
    "too_large",
    `${showPath(path)} has ${text.length} characters, and headings are looked for in at most ${maxMarkdownChars}: give \`old_string\` or \`line\` instead of \`symbol\`.`,
  );
}
