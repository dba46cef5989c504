import { visibleLine } from "../workspace/text/visible-text.ts";

const longest = 200;

/** A line of a file as an answer shows it: nothing in it acts on a reader, and what was cut is said. */
export function shortLine(line: string): string {
  if (line.length <= longest) return visibleLine(line);
  return `${visibleLine(line.slice(0, longest))}… (${line.length - longest} more characters)`;
}

/** A text in a sentence: on one line and short. */
export function quoted(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return visibleLine(JSON.stringify(short).replaceAll(/\\ud[89a-f][0-9a-f]{2}/g, "\u{fffd}"));
}
