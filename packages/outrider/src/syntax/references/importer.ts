/** How certain it is that a name means the symbol. */
export type Known = "sure" | "likely";

/** A file that imports the symbol, and under which names. */
export interface Importer {
  /** Names that mean the symbol itself, or its type. */
  readonly names: Map<string, Known>;
  /** Names of modules that contain it: `m` in `m.name`. */
  readonly modules: Map<string, Known>;
  /** Names under which the file exports the symbol or its type to its own importers. */
  readonly exports: Map<string, Known>;
}

export type Importers = ReadonlyMap<string, Importer>;

export function newImporter(): Importer {
  return { names: new Map(), modules: new Map(), exports: new Map() };
}

/** Keeps the better of the old and the new certainty. */
export function learn(names: Map<string, Known>, name: string, known: Known): void {
  if (names.get(name) !== "sure") names.set(name, known);
}

/** Increases when anything is learned. */
export function amountOf(names: ReadonlyMap<string, Known>): number {
  let amount = 0;
  for (const known of names.values()) amount += known === "sure" ? 2 : 1;
  return amount;
}
