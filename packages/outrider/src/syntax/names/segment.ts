import type { CodeSymbol } from "../code-symbol.ts";

/** The names that one file declares, in the order of its symbols. */
export type FileNames = readonly Pick<CodeSymbol, "name" | "kind" | "path" | "test">[];

export interface NamedFile {
  readonly path: string;
  readonly names: FileNames;
}

export interface SegmentName extends Pick<CodeSymbol, "name" | "kind" | "path" | "test"> {
  readonly file: string;
  readonly index: number;
}

/** The names of some files in one text, one per line. */
export interface NameSegment {
  /** As written. */
  readonly text: string;
  /** In lower case, at the same offsets. */
  readonly lower: string;
  /** The name at an offset of the texts. */
  nameAt(offset: number): SegmentName | undefined;
  /** The end of the line that contains an offset. */
  endAt(offset: number): number;
}

export function createSegment(files: readonly NamedFile[]): NameSegment {
  const lines: string[] = [];
  const count = files.reduce((sum, { names }) => sum + names.length, 0);
  const starts = new Uint32Array(count);
  const owners = new Uint16Array(count);
  const indexes = new Uint32Array(count);
  let at = 0;
  let offset = 0;
  for (const [owner, { names }] of files.entries()) {
    for (const [index, { name }] of names.entries()) {
      starts[at] = offset;
      owners[at] = owner;
      indexes[at] = index;
      at += 1;
      // A name never contains a line ending; if one did, it would shift all later names.
      const line = name.includes("\n") ? name.replaceAll("\n", " ") : name;
      lines.push(line);
      offset += line.length + 1;
    }
  }
  const text = lines.join("\n");
  return {
    text,
    lower: lowerInPlace(text),
    nameAt(wanted) {
      const row = lastAtOrBefore(starts, wanted);
      const file = files[owners[row] ?? -1];
      const index = indexes[row];
      if (file === undefined || index === undefined) return undefined;
      const found = file.names[index];
      if (found === undefined) return undefined;
      const { name, kind, path, test } = found;
      return { name, kind, path, test, file: file.path, index };
    },
    endAt(wanted) {
      const end = text.indexOf("\n", wanted);
      return end === -1 ? text.length : end;
    },
  };
}

/** Some letters become two in lower case, which would shift everything after them; they stay as they are. */
function lowerInPlace(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  }).join("");
}

function lastAtOrBefore(starts: Uint32Array, wanted: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= wanted) low = middle;
    else high = middle;
  }
  return low;
}
