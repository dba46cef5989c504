const maxLines = 5_000;
/** What begins a block: one step, while what stands in other brackets may be two deep. */
const blockOpener = /[{:]\s*$|\b(?:do|then|else|begin)\s*$|^\s*(?:class|module|def|begin)\b(?!.*,\s*$)/;
/** What lets the next line stand deeper by one step. */
const opener = /[{([:]\s*$|\b(?:do|then|else|begin)\s*$|^\s*(?:class|module|def|begin)\b(?!.*,\s*$)/;

/** One step of indentation in a text; undefined where nothing in it is indented. */
export function findUnit(text: string): string | undefined {
  const { best, weakest } = countSteps(text, opener);
  return best ?? weakest;
}

/** The same where it is plain to see: what stands below something of the line before it is deeper by any number. */
export function findSureUnit(text: string): string | undefined {
  return countSteps(text, opener).best;
}

/** The same by blocks alone: of a short text, where one odd line must not count. */
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
    // One blank is that of the lines of a long comment.
    if (step === " ") continue;
    if (opens.test(line)) steps.set(step, (steps.get(step) ?? 0) + 1);
    else weakest ??= /^(?:\t| {2,8})$/.test(step) ? step : undefined;
  }
  const [best] = [...steps].toSorted(([, one], [, other]) => other - one);
  return { best: best?.[0], weakest };
}

/** How deep lines go in steps of their own; undefined where one of them is no whole number of steps deep. */
export function readSteps(lines: readonly string[], unit: string): readonly number[] | undefined {
  const steps = lines.map((line) => {
    // The lines of a long comment stand one blank deeper than its beginning.
    const indent = /^\s* \*/.test(line) ? indentOf(line).slice(0, -1) : indentOf(line);
    const count = indent.length / unit.length;
    return indent === unit.repeat(Math.floor(count)) ? count : undefined;
  });
  return steps.every((step) => step !== undefined) ? steps : undefined;
}

export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}
