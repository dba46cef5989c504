/** How certain it is that a name means the symbol. */
export type Known = "sure" | "likely";

/** What the imports of a file have to do with the symbol. */
export interface Importer {
  /** Names that mean the symbol itself, or its type. */
  readonly names: Map<string, Known>;
  /** Names of modules that contain it: `m` in `m.name`. */
  readonly modules: Map<string, Known>;
  /** The names that the symbol or its type has in each of these modules, as far as they are known. */
  readonly members: Map<string, Set<string>>;
  /** Names under which the file exports the symbol or its type to its own importers. */
  readonly exports: Map<string, Known>;
  /** The imports that lead to the symbol or to a module that contains it. */
  readonly sites: Set<string>;
  /** Names under which the file exports a module that contains it: `m` in `export * as m from`. */
  readonly exportedModules: Map<string, Known>;
  /** Names that an import brings in from somewhere else: another file that does not have the symbol, or outside the project. */
  readonly elsewhere: Set<string>;
  /** An import brings in names that are not known, so any name in the file may mean the symbol. */
  isOpen: boolean;
}

export type Importers = ReadonlyMap<string, Importer>;

export function newImporter(): Importer {
  return {
    names: new Map(),
    modules: new Map(),
    members: new Map(),
    exports: new Map(),
    exportedModules: new Map(),
    sites: new Set(),
    elsewhere: new Set(),
    isOpen: false,
  };
}

/** Whether anything that the file imports leads to the symbol. */
export function doesImport(importer: Importer | undefined): importer is Importer {
  return importer !== undefined && (importer.names.size > 0 || importer.modules.size > 0);
}

/** Keeps the better of the old and the new certainty. */
export function learn(names: Map<string, Known>, name: string, known: Known): void {
  if (names.get(name) !== "sure") names.set(name, known);
}

/** `module.name` means it only under the names that the module exports it by. */
export function learnMember({ modules, members }: Importer, module: string, name: string, known: Known): void {
  learn(modules, module, known);
  members.set(module, (members.get(module) ?? new Set<string>()).add(name));
}

/** Increases when anything is learned. */
export function amountOf(names: ReadonlyMap<string, Known>): number {
  let amount = 0;
  for (const known of names.values()) amount += known === "sure" ? 2 : 1;
  return amount;
}
