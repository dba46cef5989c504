import { typeKinds } from "../../languages/symbol-kind.ts";
import type { Occurrence, Occurrences } from "./occurrence.ts";
import { referenceRulesOf } from "./reference-rules.ts";
import type { Target } from "./target.ts";

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
