import type { DeclarationFacts, GrammarLanguage } from "../language.ts";
import { readEcmascriptModule } from "./module.ts";
import { repairTypescript } from "./repair.ts";

/** What is true of JavaScript, TypeScript and TSX alike. */
export const ecmascript = {
  repair: repairTypescript,
  functionValues: ["arrow_function", "function_expression"],
  attributes: ["decorator"],
  comments: ["comment"],
  cleanName: (text) => text.replaceAll(/^\[?["'`]|["'`]\]?$/g, ""),
  isExported,
  readModule: readEcmascriptModule,
} satisfies Partial<GrammarLanguage>;

/** `export` may stand behind decorators, which may hold anything. */
function isExported({ head, parentKind }: DeclarationFacts): boolean {
  if (parentKind !== undefined && parentKind !== "module") return false;
  return /^(?:@[^]*?\s)?export\s/.test(head) || /^(?:module\.)?exports\b/.test(head);
}
