/** One thing that went wrong. */
export interface Problem {
  /** Name of the test, or the error message. */
  readonly name: string;
  /** `file:line`. */
  readonly place?: string;
  /** Its first lines. */
  readonly detail: readonly string[];
}

/** The short version of a long output. */
export interface Summary {
  /** Such as `2 failed, 5 passed`. */
  readonly counts: Readonly<Record<string, number>>;
  readonly problems: readonly Problem[];
}

/** Understands the output of one kind of program. */
export interface Summariser {
  readonly kind: string;
  /** Judges by the command if possible, otherwise by the text. Cheap: looks for marks, does not parse. */
  detect(command: string, text: string): boolean;
  /** Undefined if the text is not what it looked like. */
  summarise(text: string): Summary | undefined;
}

const maxCharacters = 2_000;
const maxLine = 200;

/** Limited to about 600 tokens; what does not fit is counted. */
export function renderSummary(kind: string, { counts, problems }: Summary): string {
  const told = Object.entries(counts).filter(([, count]) => count > 0);
  const head = `${kind}: ${told.length === 0 ? "nothing counted" : told.map(([word, count]) => `${count} ${word}`).join(", ")}`;
  const parts = [head];
  let room = maxCharacters - head.length;
  for (const [index, problem] of problems.entries()) {
    const text = renderProblem(problem);
    if (text.length > room) {
      parts.push(`… and ${problems.length - index} more`);
      break;
    }
    room -= text.length + 1;
    parts.push(text);
  }
  return parts.join("\n");
}

function renderProblem({ name, place, detail }: Problem): string {
  const first = place === undefined ? `- ${name}` : `- ${name} (${place})`;
  return [first, ...detail.map((line) => `    ${line}`)].map((line) => line.slice(0, maxLine)).join("\n");
}

/** The first meaningful lines of a failure. */
export function firstLines(lines: readonly string[], most = 4): readonly string[] {
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(0, most);
}

/** Numbers before words, as in `2 failed, 1 passed`. */
export function readCounts(line: string, words: Readonly<Record<string, string>>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [, number = "0", word = ""] of line.matchAll(/(\d+) ([a-z]+)/gi)) {
    const name = words[word.toLowerCase()];
    if (name !== undefined) counts[name] = (counts[name] ?? 0) + Number(number);
  }
  return counts;
}
