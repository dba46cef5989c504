import type { Span } from "../../languages/language.ts";

/** What the parser is asked about a text: the lists of parameters and arguments at these names. */
export interface ListQuestion {
  /** Path relative to the project's root; determines the language. */
  readonly file: string;
  readonly text: string;
  readonly places: readonly AskedPlace[];
  /** Types whose calls of other constructors are looked for. */
  readonly types?: readonly Span[];
}

/** The name of a function. */
export interface AskedPlace extends Span {
  /** Of a declaration: where its body begins. */
  readonly headEnd?: number | undefined;
}

export interface ListAnswer {
  /** One for each place, in the same order. */
  readonly places: readonly ReadPlace[];
  readonly constructors: readonly ConstructorCall[];
}

export type ReadPlace =
  | { readonly kind: "parameters"; readonly list: ItemList }
  | { readonly kind: "arguments"; readonly list: ItemList }
  /** Neither declared nor called there; as a value it may be called elsewhere. */
  | { readonly kind: "name"; readonly isValue: boolean };

/** A constructor calls that of the type above, or another one of its own type. */
export interface ConstructorCall {
  readonly of: "upper" | "own";
  readonly list: ItemList;
}

/** The span is what is inside of the brackets. */
export interface ItemList extends Span {
  readonly items: readonly Item[];
  /** Brackets have to be written around the items. */
  readonly isBare?: true;
  readonly comments: readonly Span[];
  /** A function literal behind the brackets is the last argument. */
  readonly hasTrailing?: true;
  /** The type of the function is written beside its parameters. */
  readonly hasTypeApart?: true;
  /** All parameters are members of a record. */
  readonly isRecord?: true;
}

/** A parameter or an argument. */
export interface Item extends Span {
  /** Of a parameter its name, without a sigil; of an argument the name that it is given by. */
  readonly name: string | undefined;
  readonly nameSpan: Span | undefined;
  /** The argument without its name. */
  readonly value: Span;
  /** "rest" takes or gives any number, "keywords" any names; "mark" is no parameter but parts the list. */
  readonly sort: "plain" | "rest" | "keywords" | "mark";
  /** A parameter that need not be given, with a default or by a mark. */
  readonly optional: "default" | "mark" | undefined;
  /** Evaluating it may do something. */
  readonly mayAct: boolean;
  /** Evaluating it may change a variable, or let others do so: it assigns, counts or waits. */
  readonly changes: boolean;
  /** The names in an argument. */
  readonly reads: readonly string[];
  /** Parameters that share a written type have one number. */
  readonly group: number | undefined;
}
