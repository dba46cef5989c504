import { codeKinds } from "../../languages/symbol-kind.ts";
import type { Certainty } from "./certainty.ts";
import type { Known } from "./importer.ts";
import type { Occurrence, Occurrences } from "./occurrence.ts";
import { namesModules, receiverWords, referenceRulesOf } from "./reference-rules.ts";
import { chainOf } from "./symbol-chain.ts";
import type { Target } from "./target.ts";

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
