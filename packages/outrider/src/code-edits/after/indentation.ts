import { splitLines } from "../../workspace/text/line-ends.ts";

export interface Indentation {
  readonly tabSize: number;
  readonly insertSpaces: boolean;
}

const usual = 4;
const mostLines = 2_000;
const widest = 8;

/** How a text is indented: by tabs where more lines begin with one, else by the step that most lines go in. */
export function indentationOf(text: string): Indentation {
  const lines = splitLines(text).slice(0, mostLines);
  const tabbed = lines.filter((line) => line.startsWith("\t")).length;
  const steps = new Map<number, number>();
  let before = 0;
  let spaced = 0;
  for (const line of lines) {
    const [blanks = ""] = /^ *(?=[^\s*])/.exec(line) ?? [];
    if (line.trim() === "" || line.startsWith("\t")) continue;
    if (blanks.length > 0) spaced += 1;
    const step = blanks.length - before;
    if (step >= 2 && step <= widest) steps.set(step, (steps.get(step) ?? 0) + 1);
    before = blanks.length;
  }
  if (tabbed > spaced) return { tabSize: usual, insertSpaces: false };
  const [most] = [...steps].toSorted(([, one], [, other]) => other - one);
  return { tabSize: most?.[0] ?? usual, insertSpaces: true };
}
