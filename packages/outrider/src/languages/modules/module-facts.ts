import type { Node } from "web-tree-sitter";
import type { Span } from "../span.ts";

/** Reads the module that a tree is. */
export type ReadModule = (root: Node) => ModuleContent;

/** What moving code needs to know about a file: its imports, its exports, and which of its names mean something outside. */
export interface ModuleFacts extends ModuleContent {
  /** The language of the code; for a component, of its script. */
  readonly language: string;
}

export interface ModuleContent {
  /** The text has syntax errors, so nothing can be proven. */
  readonly broken: boolean;
  readonly imports: readonly ImportFact[];
  readonly exports: readonly ExportFact[];
  /** Names declared at the top level, except imports. */
  readonly declared: readonly DeclaredName[];
  /** Uses of top-level names, or of names that the file does not declare. */
  readonly uses: readonly NameUse[];
  /** Top-level statements, without comments. */
  readonly statements: readonly Span[];
}

export interface ImportFact {
  /** The statement or the call. */
  readonly span: Span;
  /** "static": a statement whose names are in `names`. "later": a call or a type that names the module: `import()`, `require`. */
  readonly form: "static" | "later";
  /** As written, without quotes. */
  readonly source: string;
  /** Span of the source, without quotes. */
  readonly sourceSpan: Span;
  readonly isTop: boolean;
  readonly isTypeOnly: boolean;
  /** `export … from`. */
  readonly isReexport: boolean;
  readonly names: readonly ImportedName[];
}

export interface ImportedName {
  /** "all" has no name: `*`. "module": the whole module under a name. */
  readonly kind: "named" | "default" | "module" | "all";
  /** Its name in the module. */
  readonly name: string;
  /** Its name in this file; for a re-export, the exported name. */
  readonly local: string;
  readonly isTypeOnly: boolean;
  readonly span: Span;
}

/** `export { a as b }`, `export default a`. */
export interface ExportFact {
  readonly name: string;
  readonly as: string;
  /** Span of the name with its alias. */
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
  /** The member names that follow it after dots. */
  readonly members: readonly string[];
  /** It is assigned here. */
  readonly isWritten: boolean;
  /** Inside a function, so it is not read when the file is loaded. */
  readonly isDeferred: boolean;
}

/** A file as a module that another file declares: `mod name;`. */
export interface ModuleOfFile {
  readonly name: string;
  /** Files that may declare it. */
  readonly files: readonly string[];
}
