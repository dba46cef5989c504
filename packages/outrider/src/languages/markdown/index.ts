import type { Section } from "../../documents/markdown/sections.ts";
import { lineStarts } from "../../workspace/text/line-ends.ts";
import type { OutlinedLanguage, RawSymbol } from "../language.ts";
import { trimSpan } from "../scanners/spans.ts";
import type { ServerSpec } from "../server-spec.ts";

const markdown: ServerSpec = {
  id: "markdown",
  title: "Marksman",
  languages: { markdown: "markdown" },
  program: { names: ["marksman"], args: ["server"] },
  obtain: "brew install marksman, or https://github.com/artempyanykh/marksman/releases",
  readiness: { by: "answer" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
};

export default {
  id: "markdown",
  title: "Markdown",
  content: "prose",
  extensions: ["md", "mdx", "markdown", "mdown", "mkd", "mkdn", "mdc", "qmd", "rmd"],
  // The parser is loaded with the first such file.
  outline: async (text) => {
    const { findSections } = await import("../../documents/markdown/sections.ts");
    const starts = lineStarts(text);
    return findSections(text)
      .filter(({ title }) => title !== "")
      .slice(0, maxSections)
      .map((section) => sectionSymbol(text, section, starts));
  },
  servers: [markdown],
  editing: { entities: "always", keepsFences: true, notCode: "document" },
} satisfies OutlinedLanguage;

const maxSections = 2_000;

function sectionSymbol(text: string, section: Section, starts: readonly number[]): RawSymbol {
  const at = (line: number) => starts[line] ?? text.length;
  const span = trimSpan(text, at(section.startLine), at(section.endLine));
  const heading = trimSpan(text, span.start, at(section.contentLine));
  const found = text.slice(heading.start, heading.end).indexOf(section.title);
  const body = trimSpan(text, at(section.contentLine), span.end);
  return {
    name: section.title,
    kind: "section",
    span,
    // Markup inside a title is in the text, but not in the name.
    nameSpan:
      found === -1 ? heading : { start: heading.start + found, end: heading.start + found + section.title.length },
    bodySpan: body.start < body.end ? body : undefined,
  };
}
