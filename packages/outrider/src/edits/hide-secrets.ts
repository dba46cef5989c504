import { findSecrets } from "../workspace/secrets/find-secrets.ts";
import { valueMask } from "../workspace/secrets/mask-values.ts";
import type { Hunk } from "./coarse-diff.ts";

/** Hides in a diff what is a secret on one side and, cut or taken apart, looks like nothing on the other. */
export function hideSecrets(hunks: readonly Hunk[], before: string, after: string): readonly Hunk[] {
  const [old, next] = [secretLines(before), secretLines(after)];
  if (old.size === 0 && next.size === 0) return hunks;
  return hunks.map((hunk) => hideInHunk(hunk, old, next));
}

interface SecretLine {
  readonly shown: string;
  readonly values: readonly string[];
}

type SecretLines = ReadonlyMap<number, SecretLine>;

function hideInHunk(hunk: Hunk, old: SecretLines, next: SecretLines): Hunk {
  const placed = placeLines(hunk);
  const valuesOf = (mark: string): readonly string[] =>
    placed
      .filter(({ line }) => line.startsWith(mark))
      .flatMap(({ oldLine, newLine }) => (mark === "-" ? old.get(oldLine) : next.get(newLine))?.values ?? []);
  const [removed, added] = [valuesOf("-"), valuesOf("+")];
  const hasAll = (all: readonly string[], some: readonly string[]): boolean => some.every((each) => all.includes(each));
  // Rests of a secret that the other side has may be anywhere in a line.
  const hiddenMarks = new Set([...(hasAll(added, removed) ? [] : ["+"]), ...(hasAll(removed, added) ? [] : ["-"])]);
  const lines = placed.map(({ line, oldLine, newLine }) => {
    const mark = line.slice(0, 1);
    if (hiddenMarks.has(mark)) return `${mark}${valueMask}`;
    const known = mark === "+" ? next.get(newLine) : old.get(oldLine);
    return known === undefined || line.startsWith("\\") ? line : `${mark}${known.shown}`;
  });
  return { ...hunk, lines };
}

/** With numbers from 1 on both sides. */
function placeLines({ lines, oldStart, newStart }: Hunk) {
  let [oldLine, newLine] = [oldStart, newStart];
  return lines.map((line) => {
    const place = { line, oldLine, newLine };
    if (!line.startsWith("+") && !line.startsWith("\\")) oldLine += 1;
    if (!line.startsWith("-") && !line.startsWith("\\")) newLine += 1;
    return place;
  });
}

/** The lines that secrets touch, by number from 1, for texts with "\n" line ends. */
function secretLines(text: string): SecretLines {
  const found = new Map<number, { shown: string; values: string[] }>();
  let [line, start, counted] = [1, 0, 0];
  for (const span of findSecrets(text)) {
    for (let end = text.indexOf("\n", counted); end !== -1 && end < span.start; end = text.indexOf("\n", counted)) {
      [line, start, counted] = [line + 1, end + 1, end + 1];
    }
    let [at, number] = [start, line];
    while (at < span.end) {
      const next = text.indexOf("\n", at);
      const stop = next === -1 ? text.length : next;
      const [from, to] = [Math.max(at, span.start), Math.min(stop, span.end)];
      const known = found.get(number) ?? { shown: text.slice(at, stop), values: [] };
      const value = text.slice(from, to);
      known.values.push(value);
      if (value !== "") known.shown = known.shown.replace(value, () => valueMask);
      found.set(number, known);
      [at, number] = [stop + 1, number + 1];
    }
  }
  return found;
}
