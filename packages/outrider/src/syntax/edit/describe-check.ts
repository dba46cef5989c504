import { lineIndexAt, lineStarts } from "../../workspace/text/line-ends.ts";
import type { Disturbance, SyntaxFault } from "../edit-check.ts";
import type { EditedPlaces } from "./edited-places.ts";
import type { TreeError } from "./find-faults.ts";

const mostTold = 10;
const mostShown = 120;

/** Where the parser stumbles, first ones first. */
export function showFaults({ after }: EditedPlaces, errors: readonly TreeError[]): readonly SyntaxFault[] {
  if (errors.length === 0) return [];
  const { text, parts } = after;
  const starts = lineStarts(text);
  const found = errors.map(({ start, end, missing }) => {
    // One that begins before the edit says least there: much of a file may be in it.
    const part = parts.find((each) => each.start <= end && each.end >= start);
    const offset = Math.max(start, part?.start ?? start);
    return { offset: skipSpace(text, offset), missing };
  });
  return found
    .toSorted((one, other) => one.offset - other.offset)
    .slice(0, mostTold)
    .map(({ offset, missing }) => {
      const line = lineIndexAt(starts, offset);
      return { line, column: offset - (starts[line] ?? 0), shown: lineAt(text, starts, line), missing };
    });
}

export function showDisturbed(text: string, offsets: readonly number[]): readonly Disturbance[] {
  if (offsets.length === 0) return [];
  const starts = lineStarts(text);
  const lines = [...new Set(offsets.map((offset) => lineIndexAt(starts, offset)))].toSorted(
    (one, other) => one - other,
  );
  return lines.slice(0, mostTold).map((line) => ({ line, shown: lineAt(text, starts, line) }));
}

function lineAt(text: string, starts: readonly number[], line: number): string {
  const shown = text.slice(starts[line], starts[line + 1]).trim();
  return shown.length > mostShown ? `${shown.slice(0, mostShown)}…` : shown;
}

/** At the end of the text there is nothing to skip to. */
function skipSpace(text: string, offset: number): number {
  const at = text.slice(offset).search(/\S/);
  return at === -1 ? Math.min(offset, text.length) : offset + at;
}
