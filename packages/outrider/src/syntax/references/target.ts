import { posix } from "node:path";
import type { CodeSymbol } from "../code-symbol.ts";
import { namespaceOf, referenceRulesOf } from "./reference-rules.ts";

/** What is searched for: one symbol of one file. */
export interface Target {
  readonly file: string;
  readonly language: string;
  readonly symbol: CodeSymbol;
  /** The enclosing symbol, if there is one. */
  readonly container: CodeSymbol | undefined;
  /** The namespace that its file declares, separated by ".". */
  readonly namespace: string | undefined;
}

export interface TargetFile {
  readonly file: string;
  readonly language: string;
  readonly symbols: readonly CodeSymbol[];
}

export function targetOf({ file, language, symbols }: TargetFile, symbol: CodeSymbol): Target {
  const container = symbol.parent === undefined ? namedContainer(symbol) : symbols[symbol.parent];
  return { file, language, symbol, container, namespace: namespaceOf(symbols) };
}

/** Code separate from its class, as in C++, still names the class it belongs to. */
function namedContainer(symbol: CodeSymbol): CodeSymbol | undefined {
  const names = symbol.path.split("/").slice(0, -1);
  const name = names.at(-1);
  return name === undefined
    ? undefined
    : { ...symbol, name, path: names.join("/"), kind: "class", overload: undefined };
}

/** A method or property, or a part of an object: reached through a value whose type is unknown to syntax. */
export function isMember({ container }: Pick<Target, "container">): boolean {
  return container !== undefined && memberOf.has(container.kind);
}

const memberOf: ReadonlySet<string> = new Set([
  "class",
  "interface",
  "struct",
  "enum",
  "trait",
  "impl",
  "type",
  "member",
  "constant",
  "variable",
  "property",
]);

/** What an import has to name: the type if the symbol belongs to one, since methods are not imported. */
export function importedName({ symbol, container }: Target): string {
  return container !== undefined && isMember({ container }) ? container.name : symbol.name;
}

/** Files of one directory or one namespace see each other without an import. */
export function sharesPackage(target: Target, file: TargetFile): boolean {
  const rules = referenceRulesOf(file.language);
  if (rules?.modules === "namespace") {
    const namespace = namespaceOf(file.symbols);
    return namespace !== undefined && namespace === target.namespace;
  }
  return rules?.sharesDirectory === true && posix.dirname(file.file) === posix.dirname(target.file);
}
