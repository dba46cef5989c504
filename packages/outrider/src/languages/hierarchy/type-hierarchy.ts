import type { Span } from "../span.ts";
import type { SymbolKind } from "../symbol-kind.ts";
import type { TypeShapes } from "./type-shapes.ts";

/** How a language states what a type extends or implements. */
export interface TypeHierarchy {
  readonly supertypes: ReadSupertypes;
  /** Types of languages on one platform extend each other. Default: only those of one language do. */
  readonly platform?: "ecmascript" | "jvm";
  /** A base may be the result of an expression: `class A extends mix(B)`. Default: it is a name. */
  readonly extendsResults?: true;
  /** A type continues in declarations of kind `impl`, which name supertypes too. Default: only its own head does. */
  readonly continuesInImpls?: true;
  /** Values of a type without a declaration of their own. Default: there are none. */
  readonly shapes?: TypeShapes;
  /** A type without a member that a supertype demands does not compile. Default: it does. */
  readonly demandsMembers?: true;
  /** What overrides a member says so. Default: it may not. */
  readonly marksOverrides?: true;
  /** By name, the members of types of the standard library that many types extend. Default: those of other projects are unknown. */
  readonly known?: Readonly<Record<string, RegExp>>;
  /** Whether such a name means the type of the standard library in a file with this text. Default: it does. */
  readonly isKnownIn?: (text: string, name: string) => boolean;
  /** Whether every type that has the members of this one implements it. Default: only types that name it do. */
  readonly byMembers?: (text: string, type: TypeDeclaration) => boolean;
  /** The numbers of parameters and results of a method: one with others does not stand for it. Undefined if they are not known. Default: its name suffices. */
  readonly memberShape?: (name: string, signature: string) => string | undefined;
  /** Whether a method belongs to the pointer to its type alone, by its signature. Default: there are no such methods. */
  readonly isOfPointer?: (signature: string) => boolean;
  /** Whether a file is a part of some builds only, so that a server that knows one build may know nothing of it. */
  readonly conditional?: (file: string, text: string) => boolean;
  /** Whether a field embeds a value whose methods become those of its type; `qualifier` is the package of that. Default: none does. */
  readonly embeds?: (name: string, signature: string) => { readonly qualifier: string | undefined } | undefined;
  /** Supertypes that no declaration names, as a clause shown to people. Default: there are none. */
  readonly unnamed?: string;
}

export interface MemberRules {
  /**
   * Which members of one name have to be renamed together. "heads": those of types whose heads name each other. "interfaces": also
   * the methods of an interface and of types that have all of them. "shapes": those of any two types.
   */
  readonly shared: "heads" | "interfaces" | "shapes";
  /** Fields belong to one type alone: no supertype demands or overrides one. */
  readonly ownFields?: true;
}

/** The types that a declaration extends or implements. */
export type ReadSupertypes = (text: string, type: TypeDeclaration) => readonly SuperName[];

export interface TypeDeclaration {
  readonly kind: SymbolKind;
  readonly span: Span;
  readonly nameSpan: Span;
  readonly bodySpan: Span | undefined;
}

/** A supertype named in the head of a type. */
export interface SuperName {
  readonly name: string;
  readonly start: number;
}

/** A word or punctuation mark in the head of a declaration. */
export interface HeadWord {
  readonly text: string;
  readonly start: number;
  /** How many brackets around it are open. */
  readonly depth: number;
  readonly isName: boolean;
}

export interface HeadMarks {
  /** `<` opens a list of types. */
  readonly angles: boolean;
  /** How a line comment begins. */
  readonly comment: string;
}

const word = /[\p{L}_$][\p{L}\p{N}_$]*/uy;

/** The words of a head without comments and strings; it ends at an opening brace outside all brackets. */
export function readHeadWords(text: string, { start, end }: Span, { angles, comment }: HeadMarks): readonly HeadWord[] {
  const words: HeadWord[] = [];
  const last = Math.min(end, start + longest);
  let depth = 0;
  for (let at = start; at < last;) {
    const character = text.charAt(at);
    word.lastIndex = at;
    const name = word.exec(text)?.[0];
    if (name !== undefined) {
      words.push({ text: name, start: at, depth, isName: true });
      at += name.length;
    } else if (text.startsWith(comment, at)) at = endOf(text, "\n", at, last);
    else if (text.startsWith("/*", at)) at = endOf(text, "*/", at + 2, last);
    else if (character === "'" && lifetimeAt(text, at) > 0) at += lifetimeAt(text, at);
    else if (character === '"' || character === "'") at = endOf(text, character, at + 1, last);
    else if (text.startsWith("->", at) || text.startsWith("=>", at)) at += 2;
    else {
      if (character === "{" && depth === 0) return words;
      const isClosing = ")]}".includes(character) || (angles && character === ">");
      if (isClosing) depth = Math.max(0, depth - 1);
      const mark = text.startsWith("::", at) ? "::" : character;
      if (mark.trim() !== "") words.push({ text: mark, start: at, depth, isName: false });
      if ("([{".includes(character) || (angles && character === "<")) depth += 1;
      at += mark.length;
    }
  }
  return words;
}

/** The length of `'a` in Rust, which has no second quote. */
function lifetimeAt(text: string, at: number): number {
  lifetime.lastIndex = at;
  return lifetime.exec(text)?.[0].length ?? 0;
}

const lifetime = /'[A-Za-z_][A-Za-z0-9_]*(?![A-Za-z0-9_'])/y;

/** Anything longer is not a head. */
const longest = 4_000;

function endOf(text: string, mark: string, from: number, last: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? last : found + mark.length;
}
