import { setImmediate } from "node:timers/promises";
import { findFrontMatter } from "./front-matter.ts";
import { type Heading, nestHeadings, type Section } from "./nest-headings.ts";
import { parseHeadings, type References } from "./parse-headings.ts";

/** The headings of a text, parsed once and kept up to date while the text is edited. */
export interface Outline {
  readonly headings: readonly Heading[];
  readonly lineCount: number;
  /** The first line after the front matter. */
  readonly bodyLine: number;
  readonly references: References;
}

/** Lines, from 0, that were replaced with `count` others; `to` is the first line that was kept. */
export interface LineShift {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** In one go, which takes about a tenth of a second per megabyte. */
export function parseOutline(text: string): Outline {
  return finish(outlineSteps(text));
}

/** With pauses for other work. */
export async function readOutline(text: string, { signal }: { readonly signal: AbortSignal }): Promise<Outline> {
  const steps = outlineSteps(text);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    await setImmediate();
    signal.throwIfAborted();
  }
}

export function sectionsOf({ headings, lineCount }: Outline): readonly Section[] {
  return nestHeadings(headings, lineCount);
}

/**
 * The outline after a change. Only its neighbourhood is parsed: from the heading before it to the first one after it that is
 * unchanged. `text` is the new text.
 */
export function reviseOutline(outline: Outline, text: string, { from, to, count }: LineShift): Outline {
  const bodyLine = findFrontMatter(text)?.endLine ?? 0;
  if (bodyLine !== outline.bodyLine || from < bodyLine) return parseOutline(text);
  const lines = markdownLines(text);
  const shift = count - (to - from);
  const { references } = outline;
  const before = outline.headings.filter(({ contentLine }) => contentLine <= from);
  const start = before.at(-1)?.startLine ?? bodyLine;
  const behind = outline.headings.filter(({ startLine }) => startLine >= to).map((heading) => moved(heading, shift));
  const [next, ...rest] = behind;
  const near = next === undefined ? [] : finish(parseHeadings(lines, { start, end: next.contentLine, references }));
  const isBackInStep = next !== undefined && isSameHeading(near.at(-1), next);
  const parsed = isBackInStep ? [...near, ...rest] : finish(parseHeadings(lines, { start, references }));
  return { headings: [...before.slice(0, -1), ...parsed], lineCount: countOf(lines), bodyLine, references };
}

function* outlineSteps(text: string): Generator<void, Outline> {
  const bodyLine = findFrontMatter(text)?.endLine ?? 0;
  const lines = markdownLines(text);
  const references = {};
  const headings = yield* parseHeadings(lines, { start: bodyLine, references });
  return { headings, lineCount: countOf(lines), bodyLine, references };
}

function finish<Value>(steps: Generator<void, Value>): Value {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

function markdownLines(text: string): readonly string[] {
  return (text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text).split("\n");
}

/** There is no line after a final line end. */
function countOf(lines: readonly string[]): number {
  return lines.at(-1) === "" ? lines.length - 1 : lines.length;
}

function moved(heading: Heading, lines: number): Heading {
  return { ...heading, startLine: heading.startLine + lines, contentLine: heading.contentLine + lines };
}

function isSameHeading(left: Heading | undefined, right: Heading): boolean {
  return left?.startLine === right.startLine && left.contentLine === right.contentLine && left.level === right.level;
}
