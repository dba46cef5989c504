import MarkdownIt, { type Token } from "markdown-it";
import type { Heading } from "./nest-headings.ts";

/** Link definitions of a text, which decide whether `[name]` in a title is a link or plain text. */
export type References = Record<string, unknown>;

// HTML blocks have to be recognized: what looks like a heading inside them is none.
const parser = new MarkdownIt({ html: true });

const sliceChars = 48 * 1024;
const titlesAtOnce = 500;

/**
 * Top-level headings, in the lines from `start` on. Pauses often, so that a long text need not be parsed in one go: no block is
 * open after such a heading, so parsing can start there as well as at the top.
 */
export function* parseHeadings(
  lines: readonly string[],
  { start = 0, end = lines.length, references = {}, chars = sliceChars }: HeadingOptions,
): Generator<void, readonly Heading[]> {
  const found: UntitledHeading[] = [];
  let from = start;
  let most = chars;
  while (from < end) {
    const to = sliceEnd(lines, from, end, most);
    const headings = parseBlocks(lines.slice(from, to), from, references);
    const last = headings.at(-1);
    if (to === end) {
      found.push(...headings);
      break;
    }
    if (last === undefined || last.startLine === from) {
      most *= 2;
    } else {
      found.push(...headings.slice(0, -1));
      from = last.startLine;
      most = chars;
    }
    yield;
  }
  return yield* addTitles(found, references);
}

export interface HeadingOptions {
  readonly start?: number;
  /** First line that is not parsed. */
  readonly end?: number;
  readonly references?: References;
  /** How much is parsed before a pause. */
  readonly chars?: number;
}

/** A line of Markdown without its markup. */
export function plainText(markdown: string, references: References = {}): string {
  const tokens: Token[] = [];
  parser.inline.parse(markdown, parser, references, tokens);
  return tokens.map(visibleText).join("").replaceAll(/\s+/g, " ").trim();
}

interface UntitledHeading extends Omit<Heading, "title"> {
  readonly content: string;
}

/** Only parses blocks, and only the content of headings, so the rest of a long text adds no cost. */
function parseBlocks(lines: readonly string[], offset: number, references: References): readonly UntitledHeading[] {
  const tokens: Token[] = [];
  parser.block.parse(lines.join("\n").replaceAll("\0", "\uFFFD"), parser, references, tokens);
  return tokens.flatMap((token, index) => {
    if (token.type !== "heading_open" || token.level !== 0 || !token.map) return [];
    const [startLine, contentLine] = token.map;
    const content = tokens[index + 1]?.content ?? "";
    return [
      { level: Number(token.tag.slice(1)), content, startLine: startLine + offset, contentLine: contentLine + offset },
    ];
  });
}

/** Comes last, since a link may be defined at the very end of the text. */
function* addTitles(headings: readonly UntitledHeading[], references: References): Generator<void, readonly Heading[]> {
  const titled: Heading[] = [];
  for (const [index, { level, content, startLine, contentLine }] of headings.entries()) {
    if (index > 0 && index % titlesAtOnce === 0) yield;
    titled.push({ level, title: plainText(content, references), startLine, contentLine });
  }
  return titled;
}

function sliceEnd(lines: readonly string[], from: number, end: number, chars: number): number {
  let to = from;
  for (let length = 0; to < end && length < chars; to += 1) length += (lines[to]?.length ?? 0) + 1;
  return to;
}

function visibleText(token: Token): string {
  if (token.type === "softbreak" || token.type === "hardbreak") return " ";
  return token.type === "html_inline" ? "" : token.content;
}
