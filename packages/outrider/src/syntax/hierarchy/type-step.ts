import type { SuperName } from "../../languages/hierarchy/type-hierarchy.ts";
import type { Shape } from "../../languages/hierarchy/type-shapes.ts";
import { languageById } from "../../languages/language-of.ts";
import { typeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { ProjectSymbols } from "../project-symbols.ts";
import type { LateFiles } from "../references/occurrence.ts";
import { type GraphNode, nodeOf } from "../references/graph-node.ts";
import { targetOf } from "../references/target.ts";

/** The sources for finding types. */
export interface TypeSources {
  readonly symbols: Pick<ProjectSymbols, "filesNaming" | "occurrences" | "view">;
  /** The current contents of a file; undefined if it does not exist or must not be read. */
  readonly read: (file: string) => Promise<TypeFile | undefined>;
}

export interface TypeFile {
  readonly text: string;
  readonly language: string;
  readonly symbols: readonly CodeSymbol[];
}

/** A direct supertype or subtype. */
export interface Related {
  readonly node: GraphNode;
  /** The declaration that names it: the type itself, or an `impl` elsewhere. */
  readonly holder: CodeSymbol;
  /** The name in the head that establishes the relation. */
  readonly at: { readonly file: string; readonly start: number; readonly line: number };
  readonly certainty: "sure" | "likely";
  /** Found by syntax, but not confirmed by the language server that was asked. */
  readonly unconfirmed?: true;
}

export interface TypeStep {
  readonly related: readonly Related[];
  /** Names in heads that match no type of the project. */
  readonly outside: readonly { readonly name: string; readonly file: string; readonly start: number }[];
  readonly unread: readonly string[];
  /** Files that were left when the time was up. */
  readonly late?: LateFiles;
  /** For subtypes. */
  readonly shapes?: ShapesFound;
}

/** What implements a type without naming it in the head of a declaration. */
export interface ShapesFound {
  readonly places: readonly ShapePlace[];
  /** How many places expect a value of the type, so that any may be given there. */
  readonly expected: number;
}

export interface ShapePlace {
  readonly file: string;
  readonly line: number;
  /** "members": a type that has all members. "returns": a function that returns the type, and makes no value of it as far as its text tells. */
  readonly shape: Shape | "members" | "returns";
  /** What it is declared as, or what is around it; undefined at the top of a file. */
  readonly symbol: CodeSymbol | undefined;
  readonly certainty: "sure" | "likely";
  /** Not listed by the language server that was asked. */
  readonly unconfirmed?: true;
}

/** Whether the heads of types can be read in this language. */
export function hasSuperNames(language: string): boolean {
  return languageById(language)?.hierarchy !== undefined;
}

/** The types that a declaration extends or implements; names inside brackets are arguments. */
export function superNames(text: string, symbol: CodeSymbol, language: string): readonly SuperName[] {
  const hierarchy = languageById(language)?.hierarchy;
  return hierarchy === undefined || !typeKinds.has(symbol.kind) ? [] : hierarchy.supertypes(text, symbol);
}

/** The members with this name that a declaration itself has; code separate from its class counts once, with the class. */
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
