/** Another way to read the text that a model sent, for when it is nowhere to the letter. */
export interface Reading {
  readonly old: string;
  readonly adapt: (text: string) => string;
  readonly note: string;
}

/** Slips that are made often, each with a single way to undo it. */
export function otherReadings(old: string): readonly Reading[] {
  return [readEscapes(old), readNumbered(old)].filter((reading) => reading !== undefined);
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\n", '"': '"', "'": "'", "\\": "\\" };

/** `\n` and `\t` written out. In the new text they are decoded as well, unless it has real line ends beside them. */
function readEscapes(old: string): Reading | undefined {
  const decoded = decode(old);
  if (decoded === old || decoded === "") return undefined;
  const note =
    "`old_string` was found only after escapes written out in it (such as \\n) were decoded; `new_string` was read the same way.";
  return { old: decoded, adapt: (text) => (text.includes("\n") ? text : decode(text)), note };
}

function decode(text: string): string {
  return text.replaceAll(/\\r\\n|\\([nrt"'\\])/g, (_, escape: string | undefined) => escapes[escape ?? "n"] ?? "\n");
}

/** Line numbers as answers show them in front of lines, copied with the text. */
function readNumbered(old: string): Reading | undefined {
  const stripped = stripNumbers(old);
  if (stripped === undefined || stripped.trim() === "") return undefined;
  const note = "`old_string` was found only after the line numbers in front of its lines were left out.";
  return { old: stripped, adapt: (text) => stripNumbers(text) ?? text, note };
}

const numberPrefix = /^ *(\d+)(?:[:|→] ?|\t)/;

function stripNumbers(text: string): string | undefined {
  const lines = text.split("\n");
  const last = lines.at(-1) === "" && lines.length > 1 ? lines.pop() : undefined;
  const prefixes = lines.map((line) => numberPrefix.exec(line));
  const first = Number(prefixes[0]?.[1]);
  const counted = prefixes.every((prefix, index) => Number(prefix?.[1]) === first + index);
  if (!counted) return undefined;
  const stripped = lines.map((line, index) => line.slice(prefixes[index]?.[0].length ?? 0));
  return [...stripped, ...(last === undefined ? [] : [last])].join("\n");
}
