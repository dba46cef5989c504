import type { Known } from "./importer.ts";

/**
 * What a place with the name means instead of the symbol. Each needs a proof, which is a declaration that the name resolves to,
 * or a rule of the language by which the symbol cannot be seen there. Without one the place is "likely".
 */
export type OtherMeaning =
  /** A parameter or local value. */
  | "local"
  /** It is the name of another declaration, or a scope around it declares the name. */
  | "declaration"
  /** An import brings the name in from a file without the symbol, or from outside the project. */
  | "import"
  /** A member of another type, or of a value that is no module. */
  | "member"
  /** The symbol is not visible there: it is in no scope around, and no import brings it in. */
  | "scope";

/** "sure": a scope or import leads to it. "likely": the name matches and nothing proves otherwise. */
export type Certainty = Known | OtherMeaning;

export function isKnown(certainty: Certainty): certainty is Known {
  return certainty === "sure" || certainty === "likely";
}
