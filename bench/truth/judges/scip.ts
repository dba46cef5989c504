/** Reads an index in SCIP, the protobuf format in which several compilers' tools write what every identifier refers to. */
import { number, parts, readPacked, text } from "./protobuf.ts";

export interface ScipDocument {
  readonly path: string;
  readonly occurrences: readonly ScipOccurrence[];
  /** By symbol: SCIP's number of its kind. */
  readonly kinds: ReadonlyMap<string, number>;
}

export interface ScipOccurrence {
  /** From 0, the column in bytes. */
  readonly line: number;
  readonly column: number;
  readonly end: number;
  readonly symbol: string;
  readonly isDefinition: boolean;
}

export function readScip(index: Uint8Array): readonly ScipDocument[] {
  return parts(index, 2).map((document) => {
    const kinds = new Map<string, number>();
    for (const information of parts(document, 3)) kinds.set(text(information, 1), number(information, 5));
    return { path: text(document, 1), occurrences: parts(document, 2).map(readOccurrence), kinds };
  });
}

function readOccurrence(bytes: Uint8Array): ScipOccurrence {
  const range = parts(bytes, 1).flatMap(readPacked);
  const [line = 0, column = 0] = range;
  // Three numbers where it ends in the line in which it begins.
  const end = range.length === 3 ? (range[2] ?? 0) : column;
  return { line, column, end, symbol: text(bytes, 2), isDefinition: (number(bytes, 3) & 1) === 1 };
}
