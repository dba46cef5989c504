export type DataKind = "object" | "array" | "string" | "number" | "boolean" | "null" | "date";

/** A value of a JSON, YAML or TOML text, whichever parser read it. */
export interface DataNode {
  readonly kind: DataKind;
  /** Of an object: its keys and values; of an array: its items, with their indexes. */
  readonly entries: () => readonly DataEntry[];
  /** As JSON knows it. */
  readonly value: () => unknown;
  /** Where it stands in the text, where the parser knows. */
  readonly span?: Span;
}

export interface DataEntry {
  readonly key: string | number;
  readonly node: DataNode;
  /** Where key and value stand together. */
  readonly span?: Span;
}

export interface Span {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

export type DataFormat = "json" | "yaml" | "toml";
