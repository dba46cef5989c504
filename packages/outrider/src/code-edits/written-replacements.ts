import { narrowed } from "../edits/plain-text.ts";
import type { Replacement } from "../workspace/text/text-file.ts";
import { applyReplacements, type DraftFile } from "./draft.ts";

/** The replacements as they will be written, with the line ends that their new text gets in the draft. */
export function writtenReplacements(
  file: Pick<DraftFile, "text" | "eol" | "path">,
  replacements: readonly Replacement[],
): readonly Replacement[] {
  const written = applyReplacements(file, replacements);
  const sorted = replacements.toSorted((one, other) => one.start - other.start || one.end - other.end);
  const found: Replacement[] = [];
  let from = 0;
  let at = 0;
  for (const { start, end, text } of sorted) {
    at += start - from;
    const stop = endOf(written, at, text);
    found.push({ start, end, text: written.slice(at, stop) });
    [at, from] = [stop, end];
  }
  if (splice(file.text, found) === written) return found;
  // If "\r" and "\n" of different parts have come together, only a comparison of the whole text shows what has changed.
  return [narrowed(file.text, { start: 0, end: file.text.length, text: written })];
}

/** Where text with "\n" line ends stops in a written text that may use other line ends. */
function endOf(written: string, start: number, text: string): number {
  let at = start;
  for (const [index, line] of text.split("\n").entries()) {
    if (index > 0) at += written.startsWith("\r\n", at) ? 2 : 1;
    at += line.length;
  }
  return at;
}

function splice(source: string, replacements: readonly Replacement[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, text } of replacements) {
    parts.push(source.slice(from, start), text);
    from = end;
  }
  return [...parts, source.slice(from)].join("");
}
