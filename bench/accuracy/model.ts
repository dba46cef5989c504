/** What is compared: the three kinds every language has, whatever it calls them. */
export const kinds = ["function", "class", "method"] as const;
export type Kind = (typeof kinds)[number];

/** A declaration as either side tells it. */
export interface FoundSymbol {
  readonly kind: Kind;
  readonly name: string;
  /** The line with the name, from 1. */
  readonly line: number;
  /** Name of what it stands in; empty at the top of a file. */
  readonly container: string;
}

/** One source file; `text` is read once and shown to both sides. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** What an oracle says about a file. */
export interface OracleAnswer {
  readonly symbols: readonly FoundSymbol[];
  /** Names that either side may list or leave out, by definition: not counted on either; "*" is any name of the line. */
  readonly either: readonly Place[];
  /** Lines the oracle does not read: code of another platform behind `#if`. */
  readonly holes: readonly Lines[];
}

export interface Place {
  readonly name: string;
  readonly line: number;
}

/** From 1, both ends included. */
export interface Lines {
  readonly from: number;
  readonly to: number;
}

export interface Oracle {
  readonly name: string;
  /** Undefined where the oracle cannot read the file: it is left out on both sides. */
  readonly symbolsOf: (file: SourceFile) => Promise<OracleAnswer | undefined>;
  readonly close: () => Promise<void>;
  /** Symbols of ours that the oracle never lists by its own definition. */
  readonly keepsOurs?: (ours: OurSymbol, all: readonly OurSymbol[]) => boolean;
}

/** One of ours with what the definitional rules look at. */
export interface OurSymbol extends FoundSymbol {
  /** The names from the outermost on. */
  readonly path: string;
  /** Kinds of what it stands in, from the outermost on, in Outrider's own words. */
  readonly around: readonly string[];
}

export interface LanguageCheck {
  /** Outrider's id of the language. */
  readonly language: string;
  readonly title: string;
  /** How to get the oracle, said where `openOracle` finds none. */
  readonly install: string;
  /** Fewer files than asked for, where the oracle is slow. */
  readonly maxFiles?: number;
  /** Fetches real code into the cache and lists its files. */
  readonly corpus: () => Promise<readonly string[]>;
  /** Outrider's id for some of the files, where it has several for one language: "tsx". */
  readonly variantOf?: (path: string) => string | undefined;
  /** Words of Outrider that count as another kind than usual in this language. */
  readonly ourKinds?: Readonly<Record<string, Kind>>;
  /** Undefined where the oracle is not installed. */
  readonly openOracle: () => Promise<Oracle | undefined>;
}
