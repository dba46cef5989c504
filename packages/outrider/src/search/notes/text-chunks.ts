import { findSections } from "../../documents/markdown/sections.ts";
import { splitLines } from "../chunks/split-lines.ts";
import { createTextLines } from "../chunks/text-lines.ts";

/** Lines of a text, from 0, the end exclusive: a section without those below it, or a part of a long one. */
export interface TextChunk {
  readonly startLine: number;
  readonly endLine: number;
  /** Headings from the outermost on; empty in front of the first. */
  readonly heading: string;
  readonly text: string;
}

// As long as chunks of code are.
const mostChars = 2_000;

/** At least one, which is empty for an empty text: its title is searched all the same. */
export function chunkMarkdown(text: string): readonly TextChunk[] {
  const lines = createTextLines(text);
  const sections = findSections(text);
  const starts = [{ startLine: 0, path: "" }, ...sections];
  const chunks = starts.flatMap(({ startLine, path }, index) => {
    const [from, to] = lines.trim(startLine, starts[index + 1]?.startLine ?? lines.count);
    if (from >= to) return [];
    return splitLines(from, to, lines, mostChars).map(([start, end]) => ({
      startLine: start,
      endLine: end,
      heading: path,
      text: text.slice(lines.offset(start), lines.offset(end)),
    }));
  });
  return chunks.length > 0 ? chunks : [{ startLine: 0, endLine: 0, heading: "", text: "" }];
}
