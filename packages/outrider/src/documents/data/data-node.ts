export type DataKind = "object" | "array" | "string" | "number" | "boolean" | "null" | "date";

/** A value of a JSON, YAML or TOML text, whichever parser read it. */
export interface DataNode {
  readonly kind: DataKind;
  /** Of an object: its keys and values; of an array: its items, with their indexes. */
  readonly entries: () => readonly DataEntry[];
  /** What is neither object nor array, in the words of the file where they can stand alone, else as JSON. */
  readonly scalar: () => string;
  /** Where it stands in the text: nowhere where the parser does not know, in several places where TOML's tables are apart. */
  readonly spans: readonly Span[];
}

export interface DataEntry {
  readonly key: string | number;
  readonly node: DataNode;
  /** Where key and value stand together. */
  readonly spans: readonly Span[];
}

export interface Span {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** "json5" is read as far as it is JSON with comments. */
export type DataFormat = "json" | "json5" | "yaml" | "toml";

/** A text that is not what its name says; where, if the parser knows. */
export class DataSyntaxError extends Error {
  override readonly name = "DataSyntaxError";
  readonly offset: number | undefined;

  constructor(problem: string, offset?: number) {
    super(problem);
    this.offset = offset;
  }
}
