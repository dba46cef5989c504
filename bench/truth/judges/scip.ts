/** Reads an index in SCIP, the protobuf format in which several compilers' tools write what every identifier refers to. */

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

type Field = readonly [number: number, value: number | Uint8Array];

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

function parts(bytes: Uint8Array, wanted: number): readonly Uint8Array[] {
  return fields(bytes).flatMap(([field, value]) => (field === wanted && typeof value !== "number" ? [value] : []));
}

function text(bytes: Uint8Array, wanted: number): string {
  return Buffer.from(parts(bytes, wanted)[0] ?? []).toString();
}

function number(bytes: Uint8Array, wanted: number): number {
  const found = fields(bytes).find(([field]) => field === wanted)?.[1];
  return typeof found === "number" ? found : 0;
}

function fields(bytes: Uint8Array): readonly Field[] {
  const found: Field[] = [];
  let at = 0;
  while (at < bytes.length) {
    const [tag, afterTag] = readVarint(bytes, at);
    const [value, after] = readVarint(bytes, afterTag);
    const wire = tag & 7;
    if (wire !== 0 && wire !== 2) throw new Error(`Wire type ${wire} is not used by SCIP; the index is broken.`);
    at = wire === 0 ? after : after + value;
    found.push([tag >>> 3, wire === 0 ? value : bytes.subarray(after, at)]);
  }
  return found;
}

function readPacked(bytes: Uint8Array): readonly number[] {
  const found: number[] = [];
  for (let at = 0; at < bytes.length;) {
    const [value, after] = readVarint(bytes, at);
    found.push(value);
    at = after;
  }
  return found;
}

function readVarint(bytes: Uint8Array, from: number): readonly [value: number, after: number] {
  let [value, scale, at] = [0, 1, from];
  for (; ; at += 1, scale *= 128) {
    const byte = bytes[at] ?? 0;
    value += (byte & 127) * scale;
    if (byte < 128) return [value, at + 1];
  }
}
