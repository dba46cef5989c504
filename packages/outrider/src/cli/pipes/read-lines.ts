import * as z from "zod";
import { CallFailed, type ToolCalls } from "./call-tool.ts";

const readOutput = z.object({
  files: z.array(z.object({ body: z.array(z.string()).default([]), notes: z.array(z.string()).default([]) })),
});

export interface ReadLines {
  /** By their numbers, from 1. */
  readonly lines: ReadonlyMap<number, string>;
  readonly notes: readonly string[];
}

/** Lines of a file, from the first to the last of those. */
export async function readLines(tools: ToolCalls, path: string, from: number, to: number): Promise<ReadLines> {
  const { files } = await tools.value("read_file", readOutput, { path, offset: from, limit: to - from + 1 });
  const lines = files
    .flatMap(({ body }) => body)
    .flatMap((line): (readonly [number, string])[] => {
      const [, number, text] = /^(\d+)\t(.*)$/s.exec(line) ?? [];
      return number === undefined || text === undefined ? [] : [[Number(number), text]];
    });
  return { lines: new Map(lines), notes: files.flatMap(({ notes }) => notes) };
}

/** A place whose line is to be shown, and the name that stands in it. */
interface Place {
  readonly file: string;
  readonly line: number;
  readonly name: string;
}

/** The text of each place, and the column of its name: of the first character that is not blank where the name is not in the line. */
export async function readPlaces(
  tools: ToolCalls,
  places: readonly Place[],
): Promise<readonly { readonly text: string; readonly column: number }[]> {
  const spans = new Map<string, { from: number; to: number }>();
  for (const { file, line } of places) {
    const span = spans.get(file) ?? { from: line, to: line };
    spans.set(file, { from: Math.min(span.from, line), to: Math.max(span.to, line) });
  }
  const read = new Map<string, ReadonlyMap<number, string>>();
  for (const [file, { from, to }] of spans) read.set(file, await linesOrNone(tools, file, from, to));
  return places.map(({ file, line, name }) => {
    const text = read.get(file)?.get(line) ?? "";
    return { text: text.trim(), column: columnOf(text, name) };
  });
}

/** A file that is gone or hidden by now has a place, but no text. */
async function linesOrNone(
  tools: ToolCalls,
  file: string,
  from: number,
  to: number,
): Promise<ReadonlyMap<number, string>> {
  try {
    return (await readLines(tools, file, from, to)).lines;
  } catch (error) {
    if (error instanceof CallFailed) return new Map();
    throw error;
  }
}

/** Where a name stands in a line: of the first character that is not blank where it does not. */
export function columnOf(text: string, name: string): number {
  const last =
    name
      .replace(/\[\d+\]$/, "")
      .split("/")
      .at(-1) ?? name;
  const isPart = (character: string): boolean => /[\p{L}\p{N}_$]/u.test(character);
  for (let at = last === "" ? -1 : text.indexOf(last); at !== -1; at = text.indexOf(last, at + 1))
    if (!isPart(text.charAt(at - 1)) && !isPart(text.charAt(at + last.length))) return at + 1;
  return Math.max(0, text.search(/\S/)) + 1;
}
