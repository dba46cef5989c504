import { ToolError } from "toolwright";
import { findSections, type Section } from "../documents/markdown/sections.ts";
import { countOf } from "../workspace/text/visible-text.ts";
import type { Position } from "./edit.ts";

export interface Document {
  readonly lines: readonly string[];
  readonly section: Section;
  /** All of the text's. */
  readonly sections: readonly Section[];
}

/** Lines, from 0, that give way to others; `to` is the first that stays. */
export interface LineChange {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

export interface SectionWish {
  readonly position: Position;
  /** A replacement takes the sub-sections with it. */
  readonly all: boolean;
  readonly content: string | undefined;
}

export interface SectionPlan {
  /** The first one that leaves the outline alone is to be taken. */
  readonly changes: readonly LineChange[];
  readonly notes: readonly string[];
}

/** What a wish means in lines, blank lines around the new text included. */
export function changeSection(document: Document, wish: SectionWish): SectionPlan {
  if (wish.position === "remove") return removeSection(document, wish.content);
  if (wish.content === undefined) {
    throw new ToolError(
      "unclear_edit",
      '`new_string` is missing. Give the text for the section; `position` "remove" deletes it.',
    );
  }
  const content = trimBlankLines(wish.content.split("\n"));
  if (wish.position === "replace") return replaceSection(document, content, wish.all);
  if (content.length === 0) throw new ToolError("unclear_edit", "`new_string` is empty. Give the text to insert.");
  return { changes: [insertion(document.lines, insertLine(document, wish.position, content), content)], notes: [] };
}

function removeSection({ lines, section, sections }: Document, content: string | undefined): SectionPlan {
  if (content !== undefined && content !== "") {
    throw new ToolError("unclear_edit", '`position` "remove" takes no `new_string`. Leave it out, or use "replace".');
  }
  const { startLine, endLine } = section;
  const from = endLine === lines.length ? lastFilled(lines, 0, startLine) + 1 : startLine;
  const inner = subSections(section, sections);
  const notes = inner.length === 0 ? [] : [`Its ${countSubSections(inner)} went with it.`];
  return {
    changes: [
      { from, to: endLine, lines: [] },
      { from, to: endLine, lines: [""] },
    ],
    notes,
  };
}

function replaceSection(document: Document, content: readonly string[], all: boolean): SectionPlan {
  const { lines, section, sections } = document;
  const inner = subSections(section, sections);
  const newSections = findSections(content.join("\n"));
  const heading = newHeading(section, newSections);
  const kept = all ? [] : inner;
  if (kept.length > 0) refuseMuddle(section, kept, newSections.slice(heading === undefined ? 0 : 1));
  const to = kept[0]?.startLine ?? section.endLine;
  const body = lines.slice(section.contentLine, to);
  const trail = trailingRun(body);
  const lead = leadingBlanks(body);
  const isEmpty = lead === body.length;
  const gap = isEmpty && to < lines.length ? [""] : trail;
  const top = heading === undefined && content.length > 0 ? Array.from({ length: isEmpty ? 1 : lead }, () => "") : [];
  const from = heading === undefined ? section.contentLine : section.startLine;
  // A new text that ends in a rule brings the one that sets the section off.
  const rest = endsWithRule(content) ? gap.slice(gap.findIndex(isRule) + 1) : gap;
  const changed = [...top, ...content, ...rest];
  const notes = [
    ...(kept.length === 0 ? [] : [`Its ${countSubSections(kept)} stayed; \`replace_all\` replaces them, too.`]),
    ...(heading === undefined || heading.level === section.level
      ? []
      : [`The heading's level went from ${section.level} to ${heading.level}.`]),
  ];
  return {
    changes: [
      { from, to, lines: changed },
      { from, to, lines: [...changed, ""] },
    ],
    notes,
  };
}

/** The heading at the start of the new text, where it stands for the section's own and not for a sub-section. */
function newHeading(section: Section, [first]: readonly Section[]): Section | undefined {
  if (first === undefined || first.startLine !== 0) return undefined;
  return first.level <= section.level || first.title === section.title ? first : undefined;
}

/** Sub-sections that stay must stay with their heading, and must not come twice. */
function refuseMuddle(section: Section, kept: readonly Section[], added: readonly Section[]): void {
  const titles = new Set(kept.map(({ title }) => title));
  const twice = added.filter(({ title }) => titles.has(title)).map(({ title }) => title);
  const way = `\`replace_all\` replaces the ${countSubSections(kept)} as well`;
  if (twice.length > 0) {
    throw new ToolError(
      "unclear_edit",
      `${list(twice)} would be there twice: it is in the new text and a sub-section that stays. ${way}; or leave it out of the new text.`,
    );
  }
  if (added.some(({ level }) => level <= section.level)) {
    throw new ToolError(
      "unclear_edit",
      `The new text starts another section, which would take over the ${countSubSections(kept)} of ${JSON.stringify(section.title)}. ${way}; to add a section use \`position\` "after".`,
    );
  }
}

/** Plain text at the end belongs before the first sub-section, a new sub-section behind the last one. */
function insertLine({ lines, section, sections }: Document, position: Position, content: readonly string[]): number {
  const { startLine, contentLine, endLine } = section;
  if (position === "before") return startLine;
  if (position === "after") return endLine;
  const ownEnd = subSections(section, sections)[0]?.startLine ?? endLine;
  const own = lines.slice(contentLine, ownEnd);
  if (position === "start") {
    const blanks = leadingBlanks(own);
    return contentLine + (blanks === own.length ? Math.min(blanks, 1) : blanks);
  }
  const startsSection = findSections(content.join("\n"))[0]?.startLine === 0;
  const end = startsSection ? endLine : ownEnd;
  return end - trailingRun(lines.slice(contentLine, end)).length;
}

/** Blank lines on both sides, but not between items of a list or rows of a table. */
function insertion(lines: readonly string[], at: number, content: readonly string[]): LineChange {
  const [first = "", last = ""] = [content[0], content.at(-1)];
  const above = needsBlank(lines[at - 1], first) ? [""] : [];
  const below = needsBlank(lines[at], last) ? [""] : [];
  return { from: at, to: at, lines: [...above, ...content, ...below] };
}

function needsBlank(neighbour: string | undefined, line: string): boolean {
  if (neighbour === undefined || isBlank(neighbour)) return false;
  return !(isItem(neighbour) && isItem(line)) && !(isRow(neighbour) && isRow(line));
}

const isItem = (line: string): boolean => /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line);
const isRow = (line: string): boolean => /^\s*\|/.test(line);
const isBlank = (line: string): boolean => line.trim() === "";
const isRule = (line: string): boolean => /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(line);

function subSections(section: Section, sections: readonly Section[]): readonly Section[] {
  return sections.filter(({ startLine }) => startLine > section.startLine && startLine < section.endLine);
}

/** Blank lines at the end and the rule among them that sets the section off from the next one. */
function trailingRun(body: readonly string[]): readonly string[] {
  const filled = lastFilled(body, 0, body.length);
  const rule = body[filled];
  const isSetOff = rule !== undefined && isRule(rule) && isBlank(body[filled - 1] ?? "");
  return body.slice(isSetOff ? lastFilled(body, 0, filled) + 1 : filled + 1);
}

function endsWithRule(content: readonly string[]): boolean {
  return isRule(content.at(-1) ?? "");
}

function leadingBlanks(body: readonly string[]): number {
  const filled = body.findIndex((line) => !isBlank(line));
  return filled === -1 ? body.length : filled;
}

/** The last line before `to` that is not blank; `from - 1` when there is none. */
function lastFilled(lines: readonly string[], from: number, to: number): number {
  let at = to - 1;
  while (at >= from && isBlank(lines[at] ?? "")) at -= 1;
  return at;
}

function trimBlankLines(lines: readonly string[]): readonly string[] {
  return lines.slice(leadingBlanks(lines), lastFilled(lines, 0, lines.length) + 1);
}

function countSubSections(sections: readonly Section[]): string {
  return `${countOf(sections.length, "sub-section")} (${list(sections.map(({ title }) => title))})`;
}

function list(titles: readonly string[]): string {
  const shown = titles.slice(0, 5).map((title) => JSON.stringify(title.slice(0, 60)));
  return shown.join(", ") + (titles.length > 5 ? ` and ${titles.length - 5} more` : "");
}
