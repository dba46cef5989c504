/** Another way to read the text that a model sent, for when it is nowhere to the letter. */
export interface Reading {
  readonly old: string;
  /** Where it holds whole lines, the one from 1 that they have to start at. Default: anywhere. */
  readonly line?: number;
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
  const decoded = decodeEscapes(old);
  if (decoded === old || decoded === "") return undefined;
  const note =
    "`old_string` was found only after escapes written out in it (such as \\n) were decoded; `new_string` was read the same way.";
  return { old: decoded, adapt: (text) => (text.includes("\n") ? text : decodeEscapes(text)), note };
}

/** Escapes written out become what they stand for. */
export function decodeEscapes(text: string): string {
  return text.replaceAll(/\\r\\n|\\([nrt"'\\])/g, (_, escape: string | undefined) => escapes[escape ?? "n"] ?? "\n");
}

/** Line numbers as answers show them in front of lines, copied with the text: only at these lines, lest `80: web` fits any "web". */
function readNumbered(old: string): Reading | undefined {
  const numbered = stripNumbers(old);
  if (numbered === undefined || numbered.text.trim() === "") return undefined;
  const note = "`old_string` was found only after the line numbers in front of its lines were left out.";
  return { old: numbered.text, line: numbered.first, adapt: (text) => stripNumbers(text)?.text ?? text, note };
}

const numberPrefix = /^ *(\d+)(?:[:|→] ?|\t)/;

/** Without the line numbers in front of its lines; undefined where these do not count on from line to line. */
export function stripNumbers(text: string): { readonly text: string; readonly first: number } | undefined {
  const lines = text.split("\n");
  const last = lines.at(-1) === "" && lines.length > 1 ? lines.pop() : undefined;
  const prefixes = lines.map((line) => numberPrefix.exec(line));
  const first = Number(prefixes[0]?.[1]);
  const counted = prefixes.every((prefix, index) => Number(prefix?.[1]) === first + index);
  if (!counted) return undefined;
  const stripped = lines.map((line, index) => line.slice(prefixes[index]?.[0].length ?? 0));
  return { text: [...stripped, ...(last === undefined ? [] : [last])].join("\n"), first };
}
