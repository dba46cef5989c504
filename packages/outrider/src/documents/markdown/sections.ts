import MarkdownIt, { type Token } from "markdown-it";
import { lineStarts, splitLines } from "../../workspace/text/line-ends.ts";
import { findFrontMatter } from "./front-matter.ts";
import { type Heading, nestHeadings, type Section } from "./nest-headings.ts";

export type { Section } from "./nest-headings.ts";

// HTML blocks have to be known: what looks like a heading in them is none.
const parser = new MarkdownIt({ html: true });

/** Headings that stand on their own, in order; those in fences, quotes, lists, HTML and front matter are content. */
export function findSections(text: string): readonly Section[] {
  return nestHeadings(findHeadings(blankFrontMatter(text)), splitLines(text).length);
}

/** A line of Markdown without its markup. */
export function plainText(markdown: string, references: Record<string, unknown> = {}): string {
  const tokens: Token[] = [];
  parser.inline.parse(markdown, parser, references, tokens);
  return tokens.map(visibleText).join("").replaceAll(/\s+/g, " ").trim();
}

/** Only blocks are parsed, and of their content only headings: the rest of a long text costs nothing more. */
function findHeadings(text: string): readonly Heading[] {
  const tokens: Token[] = [];
  const references = {};
  parser.block.parse(text.replaceAll(/\r\n?/g, "\n").replaceAll("\0", "\uFFFD"), parser, references, tokens);
  return tokens.flatMap((token, index) => {
    if (token.type !== "heading_open" || token.level !== 0 || !token.map) return [];
    const [startLine, contentLine] = token.map;
    const title = plainText(tokens[index + 1]?.content ?? "", references);
    return [{ level: Number(token.tag.slice(1)), title, startLine, contentLine }];
  });
}

function visibleText(token: Token): string {
  if (token.type === "softbreak" || token.type === "hardbreak") return " ";
  return token.type === "html_inline" ? "" : token.content;
}

function blankFrontMatter(text: string): string {
  const frontMatter = findFrontMatter(text);
  if (frontMatter === undefined) return text;
  const rest = lineStarts(text)[frontMatter.endLine] ?? text.length;
  return "\n".repeat(frontMatter.endLine) + text.slice(rest);
}
