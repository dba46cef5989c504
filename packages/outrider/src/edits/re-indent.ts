/**
 * How new text has to be indented, learnt from lines that are the same but for their indentation: as a model sent them
 * and as the file has them. Undefined when there is no rule in it.
 */
export function reindentAs(
  sentLines: readonly string[],
  fileLines: readonly string[],
): ((text: string) => string) | undefined {
  const pairs = sentLines.flatMap((sent, index): readonly Pair[] =>
    sent.trim() === "" ? [] : [{ sent: indentOf(sent), file: indentOf(fileLines[index] ?? "") }],
  );
  const rule = findRule(pairs);
  if (rule === undefined) return undefined;
  return (text) => {
    const lines = text.split("\n");
    const kept = keptLines(lines, sentLines);
    return lines
      .map((line, index) => {
        const same = kept(index);
        if (same !== undefined) return fileLines[same] ?? line;
        if (line.trim() === "") return line.trim();
        const indent = indentOf(line);
        return rule(indent) + line.slice(indent.length);
      })
      .join("\n");
  };
}

interface Pair {
  readonly sent: string;
  readonly file: string;
}

type Rule = (indent: string) => string;

/** Lines that the new text has in common with the old one, from both sides: these stay as the file has them. */
function keptLines(lines: readonly string[], sent: readonly string[]): (index: number) => number | undefined {
  const most = Math.min(lines.length, sent.length);
  let head = 0;
  while (head < most && lines[head] === sent[head]) head += 1;
  const trailing = lines.at(-1) === "" ? 1 : 0;
  const end = lines.length - trailing;
  let tail = 0;
  while (tail < Math.min(end, sent.length) - head && lines[end - 1 - tail] === sent[sent.length - 1 - tail]) tail += 1;
  return (index) => {
    if (index < head) return index;
    return index < end && index >= end - tail ? sent.length - (end - index) : undefined;
  };
}

function findRule(pairs: readonly Pair[]): Rule | undefined {
  return addedRule(pairs) ?? removedRule(pairs) ?? unitRule(pairs);
}

/** The file has a fixed indentation more. */
function addedRule(pairs: readonly Pair[]): Rule | undefined {
  const [first] = pairs;
  if (first === undefined || !first.file.endsWith(first.sent)) return undefined;
  const more = first.file.slice(0, first.file.length - first.sent.length);
  return pairs.every(({ sent, file }) => file === more + sent) ? (indent) => more + indent : undefined;
}

/** The file has a fixed indentation less. */
function removedRule(pairs: readonly Pair[]): Rule | undefined {
  const [first] = pairs;
  if (first === undefined || !first.sent.endsWith(first.file)) return undefined;
  const less = first.sent.slice(0, first.sent.length - first.file.length);
  if (!pairs.every(({ sent, file }) => sent === less + file)) return undefined;
  return (indent) => (indent.startsWith(less) ? indent.slice(less.length) : "");
}

/** Tabs for blanks, or steps of another width; perhaps some levels deeper or higher. */
function unitRule(pairs: readonly Pair[]): Rule | undefined {
  const units = proportionalUnits(pairs) ?? smallestUnits(pairs);
  if (units === undefined) return undefined;
  const shifts = new Set(
    pairs.map(({ sent, file }) => file.length / units.file.length - sent.length / units.sent.length),
  );
  const [shift = 0.5] = shifts;
  if (shifts.size !== 1 || !Number.isInteger(shift)) return undefined;
  return (indent) => {
    const levels = Math.floor(indent.length / units.sent.length);
    const rest = indent.startsWith(units.sent.repeat(levels)) ? indent.slice(levels * units.sent.length) : "";
    return units.file.repeat(Math.max(0, levels + shift)) + rest;
  };
}

/** Where one side has tabs and every depth has as many blanks for each of them. */
function proportionalUnits(pairs: readonly Pair[]): Pair | undefined {
  const deep = pairs.filter(({ sent, file }) => sent !== "" || file !== "");
  const [ratio = 0.5, ...others] = new Set(deep.map(({ sent, file }) => sent.length / file.length));
  if (others.length > 0 || ratio === 0) return undefined;
  const isTabs = (side: keyof Pair): boolean => deep.every((pair) => /^\t+$/.test(pair[side]));
  const isBlanks = (side: keyof Pair): boolean => deep.every((pair) => /^ +$/.test(pair[side]));
  if (isTabs("file") && isBlanks("sent") && Number.isInteger(ratio)) return { sent: " ".repeat(ratio), file: "\t" };
  if (isTabs("sent") && isBlanks("file") && Number.isInteger(1 / ratio))
    return { sent: "\t", file: " ".repeat(1 / ratio) };
  return undefined;
}

function smallestUnits(pairs: readonly Pair[]): Pair | undefined {
  const sent = unitOf(pairs.map((pair) => pair.sent));
  const file = unitOf(pairs.map((pair) => pair.file));
  return sent === undefined || file === undefined ? undefined : { sent, file };
}

/** One step of indentation: a tab, or as many blanks as all depths are multiples of. */
function unitOf(indents: readonly string[]): string | undefined {
  const deep = indents.filter((indent) => indent !== "");
  if (deep.length === 0) return undefined;
  if (deep.every((indent) => /^\t+$/.test(indent))) return "\t";
  if (!deep.every((indent) => /^ +$/.test(indent))) return undefined;
  return " ".repeat(deep.reduce((unit, indent) => greatestDivisor(unit, indent.length), 0));
}

function greatestDivisor(left: number, right: number): number {
  return left === 0 ? right : greatestDivisor(right % left, left);
}

/** The blanks and tabs in front of a line. */
export function indentOf(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}
