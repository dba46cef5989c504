import type { Span } from "./span.ts";

/** A name before a value in a literal. */
export interface LiteralKey {
  /** "element": it names a field, or a value of its own. "alone": it names a field. Undefined: it is a value. */
  readonly key: "element" | "alone" | undefined;
  /** The type that is written where it is a field of that, or of an element. */
  readonly type?: { readonly text: string; readonly span: Span };
  /** How many times an element is taken out of that type. Default: it is the type itself. */
  readonly taken?: number;
  /** The type is written, but has no name. */
  readonly unnamed?: Span;
}
