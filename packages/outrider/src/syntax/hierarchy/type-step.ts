import type { CodeSymbol } from "../code-symbol.ts";
import type { ProjectSymbols } from "../project-symbols.ts";
import type { GraphNode } from "../references/graph-node.ts";

/** What types are looked for with. */
export interface TypeSources {
  readonly symbols: Pick<ProjectSymbols, "filesNaming" | "occurrences" | "view">;
  /** A file as it is now; undefined when it is gone or may not be seen. */
  readonly read: (file: string) => Promise<TypeFile | undefined>;
}

export interface TypeFile {
  readonly text: string;
  readonly language: string;
  readonly symbols: readonly CodeSymbol[];
}

/** A type that stands right above or below another. */
export interface Related {
  readonly node: GraphNode;
  /** The declaration that says so: the type itself, or an `impl` of it elsewhere. */
  readonly holder: CodeSymbol;
  /** The name in the head that says so. */
  readonly at: { readonly file: string; readonly start: number; readonly line: number };
  readonly certainty: "sure" | "likely";
  /** Syntax says so where a language server was asked and does not. */
  readonly unconfirmed?: true;
}

export interface TypeStep {
  readonly related: readonly Related[];
  /** Names in heads that no type of the project fits. */
  readonly outside: readonly { readonly name: string; readonly file: string; readonly start: number }[];
  readonly unread: readonly string[];
}
