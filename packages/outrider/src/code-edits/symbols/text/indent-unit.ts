const maxLines = 5_000;
/** Opens a block, which is indented by one step; content of other brackets may be two steps deeper. */
const blockOpener = /[{:]\s*$|\b(?:do|then|else|begin)\s*$|^\s*(?:class|module|def|begin)\b(?!.*,\s*$)/;
/** After such a line, the next one may be one step deeper. */
const opener = /[{([:]\s*$|\b(?:do|then|else|begin)\s*$|^\s*(?:class|module|def|begin)\b(?!.*,\s*$)/;

/** One step of indentation in a text; undefined if nothing is indented. */
export function findUnit(text: string): string | undefined {
  const { best, weakest } = countSteps(text, opener);
  return best ?? weakest;
}

/** The same, only if it is certain: aligned continuation lines may be deeper by any amount. */
export function findSureUnit(text: string): string | undefined {
  return countSteps(text, opener).best;
}

/** The same, from blocks alone: for short texts, where one odd line must not count. */
export function findBlockUnit(text: string): string | undefined {
  return countSteps(text, blockOpener).best;
}

function countSteps(
  text: string,
  opens: RegExp,
): { readonly best: string | undefined; readonly weakest: string | undefined } {
  const lines = text.split("\n", maxLines).filter((line) => line.trim() !== "");
  const steps = new Map<string, number>();
  let weakest: string | undefined;
  for (const [index, line] of lines.entries()) {
    const [before, after] = [indentOf(line), indentOf(lines[index + 1] ?? "")];
    if (after.length <= before.length || !after.startsWith(before)) continue;
    const step = after.slice(before.length);
    // A single space comes from the lines of a block comment.
    if (step === " ") continue;
    if (opens.test(line)) steps.set(step, (steps.get(step) ?? 0) + 1);
    else weakest ??= /^(?:\t| {2,8})$/.test(step) ? step : undefined;
  }
  const [best] = [...steps].toSorted(([, one], [, other]) => other - one);
  return { best: best?.[0], weakest };
}

/** The depth of lines in steps; undefined if any line is not indented by whole steps. */
export function readSteps(lines: readonly string[], unit: string): readonly number[] | undefined {
  const steps = lines.map((line) => {
    // Lines of a block comment are one space deeper than its start.
    const indent = /^\s* \*/.test(line) ? indentOf(line).slice(0, -1) : indentOf(line);
    const count = indent.length / unit.length;
    return indent === unit.repeat(Math.floor(count)) ? count : undefined;
  });
  return steps.every((step) => step !== undefined) ? steps : undefined;
}

export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}
