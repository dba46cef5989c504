import { ToolError } from "toolwright";
import { plainText } from "./parse-headings.ts";
import { findSections, type Section } from "./sections.ts";

const listed = 20;

/** Parsing longer texts would block the event loop, or take longer than a heading is worth. */
export const maxMarkdownChars = 1024 * 1024;

/**
 * The section that is meant: by heading (with or without its `#`s) or path, first exactly, then ignoring case, then by a part
 * of it. If none or several match, a ToolError `no_section` lists the sections.
 */
export function findSection(text: string, wanted: string): Section {
  return chooseSection(findSections(text), wanted);
}

/** The same, for sections that are already known. */
export function chooseSection(sections: readonly Section[], wanted: string): Section {
  for (const fits of matchers(wanted)) {
    const found = sections.filter(fits);
    const [only] = found;
    if (only !== undefined && found.length === 1) return only;
    if (found.length > 1) throw ambiguous(wanted, found);
  }
  throw unknown(wanted, sections);
}

type Matcher = (section: Section) => boolean;

/** From strict to lax: the first matcher with any match decides. */
function matchers(wanted: string): readonly Matcher[] {
  const { level, names } = readWanted(wanted);
  const hasLevel: Matcher = (section) => level === undefined || section.level === level;
  const folded = names.map(fold);
  const checks: readonly Matcher[] = [
    (section) => section.path === wanted.trim(),
    (section) => names.some((name) => section.title === name),
    (section) => names.some((name) => endsPath(section.path, name)),
    (section) => folded.some((name) => fold(section.title) === name || endsPath(fold(section.path), name)),
    (section) => folded.some((name) => name !== "" && fold(section.title).startsWith(name)),
    (section) => folded.some((name) => name !== "" && fold(section.path).includes(name)),
  ];
  const [exactPath, ...rest] = checks;
  return [
    ...(exactPath === undefined ? [] : [exactPath]),
    ...rest.map(
      (check): Matcher =>
        (section) =>
          hasLevel(section) && check(section),
    ),
  ];
}

/** `## The *end* ##` means a heading of level 2 with the title "The end". */
function readWanted(wanted: string): { readonly level: number | undefined; readonly names: readonly string[] } {
  const trimmed = wanted.trim();
  const [heading] = /^#{1,6}(?:[ \t]|$)/.test(trimmed) ? findSections(trimmed) : [];
  if (heading !== undefined) return { level: heading.level, names: [heading.title] };
  return { level: undefined, names: [...new Set([trimmed, plainText(trimmed)])] };
}

/** Matches the end of a path after a "/", ignoring `[2]` if it is not asked for. */
function endsPath(path: string, name: string): boolean {
  return [path, path.replaceAll(/\[\d+\](?=\/|$)/g, "")].some((form) => form === name || form.endsWith(`/${name}`));
}

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}

function ambiguous(wanted: string, found: readonly Section[]): ToolError {
  const message = `${found.length} headings fit ${JSON.stringify(wanted)}: ${list(found)}. Give one of these paths.`;
  return new ToolError("no_section", message);
}

function unknown(wanted: string, sections: readonly Section[]): ToolError {
  if (sections.length === 0) {
    return new ToolError("no_section", `There is no heading ${JSON.stringify(wanted)}: the file has no headings.`);
  }
  const words = fold(wanted).split(/[^\p{L}\p{N}]+/u);
  const bySimilarity = sections.toSorted((left, right) => commonWords(right, words) - commonWords(left, words));
  return new ToolError(
    "no_section",
    `There is no heading ${JSON.stringify(wanted)}. The file has ${sections.length}: ${list(bySimilarity)}.`,
  );
}

function commonWords(section: Section, words: readonly string[]): number {
  const own = new Set(fold(section.title).split(/[^\p{L}\p{N}]+/u));
  return words.filter((word) => word !== "" && own.has(word)).length;
}

function list(sections: readonly Section[]): string {
  const shown = sections.slice(0, listed).map((section) => `${section.path} (line ${section.startLine + 1})`);
  const more = sections.length - shown.length;
  return shown.join("; ") + (more > 0 ? ` and ${more} more` : "");
}
