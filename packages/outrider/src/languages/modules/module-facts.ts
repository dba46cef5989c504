import type { Node } from "web-tree-sitter";
import type { Span } from "../span.ts";

/** Reads the module that a tree is. */
export type ReadModule = (root: Node) => ModuleContent;

/** What moving code has to know of a file: what it brings in and hands on, and which of its names mean something outside. */
export interface ModuleFacts extends ModuleContent {
  /** Of the code; of a component, that of its script. */
  readonly language: string;
}

export interface ModuleContent {
  /** The text has syntax errors, so that nothing can be proven. */
  readonly broken: boolean;
  readonly imports: readonly ImportFact[];
  readonly exports: readonly ExportFact[];
  /** Names that the top level declares, those of imports left out. */
  readonly declared: readonly DeclaredName[];
  /** Places that name something of the top level, or of nowhere in the file. */
  readonly uses: readonly NameUse[];
  /** Statements of the top level, comments left out. */
  readonly statements: readonly Span[];
}

export interface ImportFact {
  /** The statement; of a call, the call. */
  readonly span: Span;
  /** "static": a statement whose names are in `names`. "later": a call or a type that names the module: `import()`, `require`. */
  readonly form: "static" | "later";
  /** As written, without quotes. */
  readonly source: string;
  /** Of the source, without quotes. */
  readonly sourceSpan: Span;
  readonly isTop: boolean;
  readonly isTypeOnly: boolean;
  /** `export … from`. */
  readonly isReexport: boolean;
  readonly names: readonly ImportedName[];
}

export interface ImportedName {
  /** "all" has no name of its own: `*`. "module": the module under a name. */
  readonly kind: "named" | "default" | "module" | "all";
  /** What the module calls it. */
  readonly name: string;
  /** What this file calls it; of what is handed on, what others call it. */
  readonly local: string;
  readonly isTypeOnly: boolean;
  readonly span: Span;
}

/** `export { a as b }`, `export default a`. */
export interface ExportFact {
  readonly name: string;
  readonly as: string;
  /** Of the name with its alias. */
  readonly span: Span;
  readonly statement: Span;
}

export interface DeclaredName {
  readonly name: string;
  readonly start: number;
}

export interface NameUse {
  readonly name: string;
  readonly start: number;
  /** The names that follow it behind dots. */
  readonly members: readonly string[];
  /** It is given a value here. */
  readonly isWritten: boolean;
  /** Inside of a function, so that it is not read when the file is loaded. */
  readonly isDeferred: boolean;
}
