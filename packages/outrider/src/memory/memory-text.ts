import { decodeText } from "../workspace/text/decode-text.ts";
import { readFrontMatter, splitFrontMatter } from "./front-matter.ts";

/** A parsed memory file. */
export interface MemoryText {
  readonly title: string;
  readonly body: string;
  readonly updated: string | undefined;
  readonly anchors: ReadonlyMap<string, string>;
}

/** Undefined if the bytes are not text. */
export function readMemoryText(bytes: Uint8Array, topic: string): MemoryText | undefined {
  const text = decodeText(bytes)?.text;
  if (text === undefined) return undefined;
  const { document, body } = splitFrontMatter(text);
  const { title, updated, anchors } = readFrontMatter(document);
  return { title: oneLine(title ?? firstHeading(body) ?? topic), body, updated, anchors };
}

/** Headings of Markdown, without their marks; lines inside a fence are not headings. */
export function findHeadings(body: string): readonly string[] {
  const headings: string[] = [];
  let fence: string | undefined;
  for (const line of body.split(/\r?\n/)) {
    const [mark] = /^ {0,3}(?:`{3,}|~{3,})/.exec(line) ?? [];
    if (mark !== undefined) {
      const kind = mark.trim().slice(0, 3);
      if (fence === undefined) fence = kind;
      else if (fence === kind) fence = undefined;
      continue;
    }
    const [, heading] = fence === undefined ? (/^ {0,3}#{1,6}\s+(.+?)(?:\s+#+)?\s*$/.exec(line) ?? []) : [];
    if (heading !== undefined) headings.push(heading);
  }
  return headings;
}

function firstHeading(body: string): string | undefined {
  return findHeadings(body)[0];
}

const longestTitle = 120;

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= longestTitle ? line : `${line.slice(0, longestTitle - 1)}…`;
}
