/** How well a way from a place to the symbol is known. */
export type Known = "sure" | "likely";

/** A file that brings the symbol in, and under which names. */
export interface Bringer {
  /** Names that mean the symbol itself, or the type that it belongs to. */
  readonly names: Map<string, Known>;
  /** Names of modules that hold it: `m` in `m.name`. */
  readonly modules: Map<string, Known>;
  /** Names by which those who bring in this file get it; of the symbol or of its type. */
  readonly handsOn: Map<string, Known>;
}

export type Bringers = ReadonlyMap<string, Bringer>;

export function newBringer(): Bringer {
  return { names: new Map(), modules: new Map(), handsOn: new Map() };
}

/** Keeps the better of what was known before and what is known now. */
export function learn(names: Map<string, Known>, name: string, known: Known): void {
  if (names.get(name) !== "sure") names.set(name, known);
}

/** Grows when anything is learned. */
export function amountOf(names: ReadonlyMap<string, Known>): number {
  let amount = 0;
  for (const known of names.values()) amount += known === "sure" ? 2 : 1;
  return amount;
}
