import type { SuperName } from "../../languages/hierarchy/type-hierarchy.ts";
import { languageById } from "../../languages/language-of.ts";
import { typeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { ProjectSymbols } from "../project-symbols.ts";
import { type GraphNode, nodeOf } from "../references/graph-node.ts";
import { targetOf } from "../references/target.ts";

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

/** Whether the heads of types can be read in this language. */
export function hasSuperNames(language: string): boolean {
  return languageById(language)?.hierarchy !== undefined;
}

/** The types that a declaration names as those it extends or implements; names inside of brackets are arguments. */
export function superNames(text: string, symbol: CodeSymbol, language: string): readonly SuperName[] {
  const hierarchy = languageById(language)?.hierarchy;
  return hierarchy === undefined || !typeKinds.has(symbol.kind) ? [] : hierarchy.supertypes(text, symbol);
}

/** The members of a name that a declaration has itself; code that stands apart from its class counts once, with the class. */
export function membersNamed(
  name: string,
  holder: CodeSymbol,
  file: TypeFile & { readonly file: string },
): readonly GraphNode[] {
  const found = file.symbols.filter(
    (symbol) =>
      symbol.name === name &&
      symbol.parent !== undefined &&
      file.symbols[symbol.parent]?.nameSpan.start === holder.nameSpan.start,
  );
  const withCode = found.filter(({ bodySpan }) => bodySpan !== undefined);
  const chosen = withCode.length > 0 ? withCode : found;
  return chosen.map((symbol) => nodeOf(targetOf(file, symbol)));
}
