import type { Node } from "web-tree-sitter";
import { skipGenerics } from "./function-types.ts";
import type { Span } from "./span.ts";
import type { SymbolKind } from "./symbol-kind.ts";

/** What a declaration tells of its type. */
export interface TypedDeclaration {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly signature: string;
}

/** A value or type whose members a name may mean without a qualifier; neither: something unknown. */
export interface ImpliedReceiver {
  /** An expression of its type. */
  readonly value?: Span;
  /** Where its type is written. */
  readonly type?: Span;
}

/** Where a type is written that no declaration of the project is known for. */
export interface OutsidePlace {
  readonly file: string;
  readonly span: Span;
  readonly imports: readonly {
    readonly source: string;
    readonly name: string | undefined;
    readonly local: string | undefined;
  }[];
  /** The package or namespace that the file declares, separated by ".". */
  readonly namespace: string | undefined;
  /** The name of the package that the file belongs to, as its manifest gives it. */
  readonly packageName: string | undefined;
  /** The heads of the declarations in the file. */
  readonly heads: readonly string[];
  /** Packages that the file's own takes from elsewhere. */
  readonly dependencies: readonly string[];
  /** The words are those of a function or value, whose type is asked for. */
  readonly isValue: boolean;
  /** It is a function that is called. */
  readonly isCalled?: boolean;
  /** The type has arguments. */
  readonly hasArguments?: boolean;
  /** Whether the project declares a type of this name. */
  readonly isDeclared: (name: string) => boolean;
  /** Whether a file of the project, or a folder with files, is at the end of this path. */
  readonly hasFiles: (path: string) => boolean;
}

/** The member of a type of the project that is searched for. */
export interface MeantMember extends TypedDeclaration {
  readonly file: string;
  readonly start: number;
  /** What is around it. */
  readonly owner: TypedDeclaration | undefined;
}

/** A type that is declared outside of the project, or nowhere. */
export interface OutsideType {
  /** Whether a member of the project may be meant all the same. */
  readonly mayHave: (member: MeantMember) => boolean;
  /** What its members give is outside, too. */
  readonly isClosed: boolean;
  /** Types of the project may extend it, and methods of these override its own. */
  readonly mayBeExtended?: true;
}

/** How the type that is expected at a place is reached. */
export interface ExpectedType {
  /** Where the type is written that the way begins with. */
  readonly type?: Span;
  /** The expression that the way begins with, if no type is written there. */
  readonly value?: Span;
  /** Members, and the places of parameters or `resultIndex`. */
  readonly steps: readonly (string | number)[];
}

/** How to read types off declarations. */
export interface WrittenTypes {
  /** The type of a value or of the result of a function; what an alias of a type stands for. Undefined if it is not written. */
  readonly of: (declared: TypedDeclaration) => string | undefined;
  /** The expression that a value without a written type is made from: `open()` in `store = open()`. Default: it is unknown. */
  readonly from?: (declared: Pick<TypedDeclaration, "name" | "signature">) => string | undefined;
  /**
   * The type that one with members of its own is made from, whose elements it has: `[]Item` of `type Items []Item`. Default: a name of
   * a type is an alias.
   */
  readonly underlying?: (declared: TypedDeclaration) => string | undefined;
  /** Whether a type is outside of the project, by the words of its name. Default: unknown. */
  readonly outside?: (words: readonly string[], place: OutsidePlace) => OutsideType | undefined;
  /** A type has the members that it and the types in its head declare, and no others. Default: it may have more. */
  readonly closedTypes?: true;
  /** Types may have members from elsewhere that their heads do not name, so what they inherit is unknown. */
  readonly ownMembersOnly?: true;
  /** A type as it would be written with a name and arguments: `Array<Item>` for `[Item]`. Default: as it is. */
  readonly plain?: (type: string) => string | undefined;
  /** Square brackets behind a name hold types: `open[Item](x)`. Default: they take out an element. */
  readonly squareTypes?: true;
  /** A type may inherit a member from several types at once, so all of them have to tell. Default: the first one counts. */
  readonly mixins?: true;
  /** A bare name may be a member that a type around inherits, and nothing else brings members into scope. Default: unknown. */
  readonly bareMembers?: true;
  /** What is implied as a receiver of a bare name besides the types around, the innermost first. Default: nothing is. */
  readonly implied?: (name: Node) => readonly ImpliedReceiver[];
  /** The method that gives the value captured as `@value`, of what is captured as `@entered`. Default: none is captured. */
  readonly entered?: (value: Node) => string;
  /** Whether the method with this name plainly returns what it is called on, where its type is not written. Default: unknown. */
  readonly givesItself?: (name: Node) => boolean;
  /**
   * The type of the object that a key stands in, of the value that a pattern takes a part out of, or of a parameter that writes none.
   * Default: unknown.
   */
  readonly expected?: (name: Node) => ExpectedType | undefined;
  /** Matches the head of a declaration that belongs to the type of its name. Default: there are none. */
  readonly companion?: RegExp;
  /** The member that is called where a type is, if there is one. Default: a type that is called makes a value of it. */
  readonly makes?: string;
  /** Whether a function has to be called to give its result; undefined: either way. Default: it has to. */
  readonly isCalled?: (declared: TypedDeclaration) => boolean | undefined;
  /** Declarations of one name in a file are one: a class and an interface; the heads of a function, which hide the one with a body. */
  readonly mergesDeclarations?: true;
  /** Types whose members are those of their first argument: `Box<Store>`. */
  readonly transparent?: ReadonlySet<string>;
  /**
   * By what takes out the first argument of a type, the types: `unwrap` and `?` of `Option<Store>`, `await` of `Task<Store>`, `[0]` (by a
   * number), `[]` (by anything else) and `each` (by a loop) of `Array<Store>`.
   */
  readonly opened?: ReadonlyMap<string, ReadonlySet<string>>;
  /** Types whose values are lists, and what their methods do. Default: only `opened` tells. */
  readonly lists?: ListRules;
  /** A declaration of the project may hide the types of the three above. Default: their names always mean them. */
  readonly hidesTypes?: true;
  /** Members that may be those of a type around the one that is followed, so that nothing proves whose they are. */
  readonly unproven?: ReadonlySet<string>;
  /** Members that a type has without declaring them and that give a value of the same type: `clone`. */
  readonly kept?: ReadonlySet<string>;
}

export interface ListRules {
  readonly types: ReadonlySet<string>;
  /** By methods that call the function they are given first, its parameters that get values of the list. */
  readonly passing: ReadonlyMap<string, readonly number[]>;
  /** Methods whose result is a list of the same values. */
  readonly kept: ReadonlySet<string>;
}

const functions: ReadonlySet<string> = new Set(["function", "method", "constructor"]);

/** `fn name(…) -> Type where …`, `name: Type = …`, `type Name = Type`. */
export function typeAfterName({ name, kind, signature }: TypedDeclaration): string | undefined {
  const start = nameEnd(name, signature);
  if (start === undefined) return undefined;
  const rest = signature.slice(start);
  if (kind === "type") return /^\s*=\s*([^;]+)/.exec(rest.slice(skipGenerics(rest)))?.[1];
  if (!functions.has(kind)) return upToValue(/^\s*[!?]?\s*:\s*([^]+)$/.exec(rest)?.[1], valueMarks);
  const after = rest.slice(closeOfParameters(rest) ?? rest.length);
  return upToValue(/^\s*(?:->|:)\s*([^]+)$/.exec(after)?.[1]);
}

/** `open(x)` in `name = open(x)` and `name := open(x)`. */
export function valueAfterName({ name, signature }: Pick<TypedDeclaration, "name" | "signature">): string | undefined {
  const start = nameEnd(name, signature);
  return start === undefined ? undefined : /^\s*:?=\s*([^=\s][^]*?);?$/.exec(signature.slice(start))?.[1];
}

/** `static Type name(…)`, `Type name;`, `Type (*name)(…)`, `typedef Type Name`, and `using Name = Type`. */
export function typeBeforeName({ name, kind, signature }: TypedDeclaration): string | undefined {
  if (kind === "constructor") return undefined;
  const alias = kind === "type" ? /^using\s+\w+\s*=\s*([^;]+)/.exec(signature)?.[1] : undefined;
  if (alias !== undefined || (kind === "type" && !signature.startsWith("typedef"))) return alias;
  const start = pointerAt(name, signature) ?? declaredAt(name, signature);
  if (start === undefined) return undefined;
  const before = signature.slice(0, start).replace(/(?:[\p{L}\p{N}_]+(?:<[^<>]*>)?\s*(?:::|\.)\s*)+$/u, "");
  const type = before.replace(modifiers, "").trim();
  return type === "" ? undefined : type;
}

/** The offset of the bracket in `(*name)(…)`. */
function pointerAt(name: string, signature: string): number | undefined {
  if (!/\(\s*\*/.test(signature)) return undefined;
  const found = [...signature.matchAll(/\(\s*\*+\s*([\p{L}\p{N}_$]+)\s*\)\s*\(/gu)];
  return found.find(([, pointed]) => pointed === name)?.index;
}

/** The offset of the name where what follows a declared one follows it. */
function declaredAt(name: string, signature: string): number | undefined {
  // Without a pattern made for each name, as in `nameEnd`.
  for (let at = signature.indexOf(name); at !== -1; at = signature.indexOf(name, at + 1))
    if (!beforeName.test(signature[at - 1] ?? "") && behindName.test(signature.slice(at + name.length))) return at;
  return undefined;
}

const beforeName = /[\p{L}\p{N}_$.]/u;
const behindName = /^\s*(?:[<(;=,{[:]|$)/;

/** Words before a type, including macros. */
const modifiers =
  /^(?:(?:template\s*<[^()]*?>\s*(?=\w)|\[\[?[^\]]*\]\]?\s*|[A-Z][A-Z0-9_]{2,}(?:\([^)]*\))?\s+(?=[\p{L}_])|(?:public|private|protected|internal|static|virtual|override|abstract|sealed|async|readonly|extern|inline|constexpr|explicit|friend|mutable|new|unsafe|partial|required|event|typedef|thread_local|volatile|final)\b\s*))+/u;

/** The offset behind the name. */
export function nameEnd(name: string, signature: string): number | undefined {
  // Without a pattern made for each name: this is asked of every symbol of the files that a type is looked for in.
  for (let at = signature.indexOf(name); at !== -1; at = signature.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (!nameCharacter.test(signature[at - 1] ?? "") && !nameCharacter.test(signature[end] ?? "")) return end;
  }
  return undefined;
}

const nameCharacter = /[\p{L}\p{N}_$]/u;

/** The offset behind the parameters that follow a name. */
function closeOfParameters(rest: string): number | undefined {
  let depth = 0;
  for (let at = rest.indexOf("("); at !== -1 && at < rest.length; at += 1) {
    if (rest[at] === "(") depth += 1;
    if (rest[at] === ")") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

/** In the type of a value an arrow belongs to the type of a function; behind the result of a function comes its body. */
const valueMarks = /[<([{;,]|=(?!>)|(?<![-=])[>)\]]|\swhere\s/g;
const resultMarks = /[<([{=;,]|(?<!-)[>)\]]|\swhere\s/g;

/** Without a value, a clause or the next declaration after it. */
function upToValue(text = "", marks = resultMarks): string | undefined {
  let depth = 0;
  let end = text.length;
  for (const { 0: mark, index } of text.matchAll(marks)) {
    if (depth === 0 && /^[={;,>)\]\s]/.test(mark)) {
      end = index;
      break;
    }
    if (/[<([]/.test(mark)) depth += 1;
    if (/[>)\]]/.test(mark)) depth -= 1;
  }
  const type = text.slice(0, end).trim();
  return type === "" ? undefined : type;
}
