import type { Language, ReferenceRules } from "../../languages/language.ts";
import { languageById } from "../../languages/language-of.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { Known } from "./importer.ts";
import type { Occurrences } from "./occurrence.ts";

export function referenceRulesOf(language: string): ReferenceRules | undefined {
  const found = languageById(language);
  return found !== undefined && "grammar" in found ? found.references : undefined;
}

/** Whether it supports references: by its own rules, or by those of embedded scripts. */
export function hasReferenceRules(language: Language | undefined): boolean {
  if (language === undefined) return false;
  return "grammar" in language ? language.references !== undefined : language.embedded !== undefined;
}

/** Whether the receiver is the object or type that the code itself belongs to. */
export function isOwnReceiver(receiver: string): boolean {
  return /^(?:this|self|Self|cls|super|\$this|@|me|static)$/.test(receiver);
}

/** The words of a receiver: `a.b` and `A::B` have two. */
export function receiverWords(receiver: string): readonly string[] {
  return receiver.split(/\?\.|\.|::|->|\\/);
}

/** The namespace or package that a file declares: `A.B`, separated by ".". */
export function namespaceOf(symbols: readonly CodeSymbol[]): string | undefined {
  const first = symbols.find(({ kind, parent }) => kind === "module" && parent === undefined);
  return first === undefined ? undefined : plainNamespace(first.path);
}

/** The namespace or package of a file that was read. */
export function namespaceIn({ namespace, symbols }: Pick<Occurrences, "namespace" | "symbols">): string | undefined {
  return namespace ?? namespaceOf(symbols);
}

export function plainNamespace(name: string): string {
  return name.replaceAll(/::|[\\/]/g, ".").replace(/^\./, "");
}

/** The shorter name by which attributes name a type. */
export function attributeNameOf(language: string, symbol: Pick<CodeSymbol, "kind" | "name">): string | undefined {
  return referenceRulesOf(language)?.attributeName?.(symbol);
}

/** Languages where a method may use the members of its own type without a qualifier. */
export function hasImplicitSelf(language: string): boolean {
  return referenceRulesOf(language)?.implicitSelf === true;
}

/** Languages where nothing from another file is visible unless it is imported by name or module. */
export function mustImport(language: string): boolean {
  const modules = referenceRulesOf(language)?.modules;
  return modules !== undefined && waysThatImport.has(modules);
}

const waysThatImport: ReadonlySet<string> = new Set(["relative-path", "dotted", "dotted-file", "directory"]);

/** Whether a file sees nothing but what it declares and imports, in its language. */
export function hasClosedModules(language: string): boolean {
  return referenceRulesOf(language)?.closedModules === true;
}

/** `from package import module`: what the package's own file binds decides what a name means. */
export function namesModules(rules: ReferenceRules | undefined): boolean {
  return rules?.modules === "dotted" && rules.packageClause === undefined;
}

/**
 * How certain it is that the receiver is one of these modules: `m`, or `a.b` as a whole. Something in it is surely meant only if it is
 * `inner`, the path of what the symbol is declared in: `m.box.load()` may be any `load`.
 */
export function moduleLocal(
  modules: ReadonlyMap<string, Known> | undefined,
  receiver: string,
  inner?: string,
): Known | undefined {
  if (modules === undefined) return undefined;
  const words = receiverWords(receiver);
  for (let length = words.length; length > 0; length -= 1) {
    const known = modules.get(words.slice(0, length).join("."));
    if (known === undefined) continue;
    return length === words.length || words.slice(length).join("/") === inner ? known : "likely";
  }
  return undefined;
}
