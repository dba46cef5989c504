import type { Importer, Known } from "./importer.ts";
import { localModule } from "./module-paths.ts";
import type { Import, Occurrence, Occurrences } from "./occurrence.ts";
import { typeKinds, codeKinds } from "../../languages/symbol-kind.ts";
import { referenceRulesOf, namesModules, receiverWords } from "./reference-rules.ts";
import type { Target } from "./target.ts";
import type { Certainty } from "./certainty.ts";
import { chainOf } from "./symbol-chain.ts";

/** One import among those of its file. */
export function siteKey({ line, source, name, local }: Import): string {
  return `${line} ${source} ${name} ${local}`;
}

/**
 * What a name in an import means, where it is still the original one: only this import tells, as others of the file may bring in
 * something else of that name. "import": it surely leads elsewhere.
 */
export function importedAs(
  { imports }: Occurrences,
  at: Occurrence,
  importer: Importer | undefined,
): Known | "import" | undefined {
  if (at.role !== "import" || importer === undefined) return undefined;
  const site = imports.find(({ starts }) => starts.includes(at.start));
  const local = localModule(site?.local ?? at.name);
  const leads = site === undefined || importer.sites.has(siteKey(site));
  const direct = leads ? (importer.names.get(local) ?? importer.names.get(at.name)) : undefined;
  const known = direct ?? (site === undefined ? nearestRenamed(imports, at, importer) : undefined);
  return known ?? (importer.elsewhere.has(local) ? "import" : undefined);
}

function nearestRenamed(imports: readonly Import[], at: Occurrence, importer: Importer): Known | undefined {
  const renamed = imports
    .filter(({ name, local }) => name === at.name && local !== name)
    .sort((a, b) => Math.abs(a.line - at.line) - Math.abs(b.line - at.line))[0];
  return renamed?.local === undefined ? undefined : importer.names.get(renamed.local);
}

/** `import a.name.Type`: a value or method has no types to import. */
export function isInImportPath(
  { symbol }: Target,
  { language, imports }: Occurrences,
  { name, receiver, line }: Occurrence,
): boolean {
  if (typeKinds.has(symbol.kind) || !(referenceRulesOf(language)?.importsNoMembers instanceof RegExp)) return false;
  const path = receiver === undefined ? name : `${receiver}.${name}`;
  return imports.some((site) => site.line === line && `${site.source}.`.startsWith(`${path}.`));
}

/** Several imports bring in the name, so that arguments choose. */
export function isImportedTwice(
  { symbol }: Target,
  { imports, language }: Occurrences,
  { name, receiver, role }: Occurrence,
): boolean {
  if (!(referenceRulesOf(language)?.importsNoMembers instanceof RegExp) || typeKinds.has(symbol.kind)) return false;
  const isNamed = role === "import" || receiver === undefined;
  return isNamed && new Set(imports.filter(({ local }) => local === name).map(({ source }) => source)).size > 1;
}

/** A file imports a name and declares it as well: which one is meant depends on what ran last. */
function isBoundAgain({ language, imports, symbols }: Occurrences, name: string): boolean {
  if (!namesModules(referenceRulesOf(language)) || !symbols.some(({ path }) => path === name)) return false;
  return imports.some(({ local = "" }) => local === name || local.startsWith(`${name}.`));
}

/** The modules that a receiver may begin with, none of them certain if its first name is bound again. */
export function boundOnce(
  file: Occurrences,
  modules: ReadonlyMap<string, Known> | undefined,
  receiver: string,
): ReadonlyMap<string, Known> | undefined {
  if (modules === undefined || modules.size === 0 || !isBoundAgain(file, receiverWords(receiver)[0] ?? ""))
    return modules;
  return new Map([...modules.keys()].map((name) => [name, "likely"]));
}

/** Outside of its own file, the import of the target is replaced by a declaration, or the other way round. */
export function isReplaced(
  target: Target,
  file: Occurrences,
  { name, role, start }: Occurrence,
  found: Certainty,
): boolean {
  if (file.file === target.file || role === "import" || !isBoundAgain(file, name)) return false;
  if (role !== "definition") return found === "sure";
  return file.symbols.some(({ path, nameSpan }) => path === name && nameSpan.start === start);
}

/** Code directly in the body of a class sees what the class binds; code in its methods does not. */
export function isBoundInBody(file: Occurrences, at: Occurrence): boolean {
  if (referenceRulesOf(file.language)?.bodiesSeeMembers !== true) return false;
  const around = chainOf(file.symbols, at.within).find(
    ({ kind, bodySpan }) => kind === "class" || (codeKinds.has(kind) && (bodySpan?.start ?? 0) <= at.start),
  );
  return around?.kind === "class" && file.symbols.some(({ path }) => path === `${around.path}/${at.name}`);
}
