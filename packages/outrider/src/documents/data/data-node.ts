export type DataKind = "object" | "array" | "string" | "number" | "boolean" | "null" | "date";

/** A value in a JSON, YAML or TOML text, independent of the parser. */
export interface DataNode {
  readonly kind: DataKind;
  /** Keys and values of an object; items of an array, with their indexes. */
  readonly entries: () => readonly DataEntry[];
  /** For anything but objects and arrays: the text as written in the file if it can stand alone, else as JSON. */
  readonly scalar: () => string;
  /** Its spans in the text: none if the parser does not know, several if a TOML table is split. */
  readonly spans: readonly Span[];
}

export interface DataEntry {
  readonly key: string | number;
  readonly node: DataNode;
  /** Spans of key and value together. */
  readonly spans: readonly Span[];
}

export interface Span {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** "json5" is supported as far as it is JSON with comments. */
export type DataFormat = "json" | "json5" | "yaml" | "toml";

/** The text does not match the format of its name; with the offset, if the parser knows it. */
export class DataSyntaxError extends Error {
  override readonly name = "DataSyntaxError";
  readonly offset: number | undefined;

  constructor(problem: string, offset?: number) {
    super(problem);
    this.offset = offset;
  }
}
