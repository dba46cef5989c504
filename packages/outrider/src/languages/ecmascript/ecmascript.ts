import type { DeclarationFacts, GrammarLanguage } from "../language.ts";
import { readEcmascriptModule } from "./module.ts";
import { repairTypescript } from "./repair.ts";
import { afterWords } from "../hierarchy/head-names.ts";
import { wordSet } from "../syntax-checks.ts";

/** Rules shared by JavaScript, TypeScript and TSX. */
export const ecmascript = {
  repairs: [repairTypescript],
  functionValues: ["arrow_function", "function_expression"],
  attributes: ["decorator"],
  comments: ["comment"],
  cleanName: (text) => text.replaceAll(/^\[?["'`]|["'`]\]?$/g, ""),
  isExported,
  hierarchy: { supertypes: afterWords },
  readModule: readEcmascriptModule,
  checks: {
    reservedWords: wordSet(
      "break case catch class const continue debugger default delete do else enum export extends finally for function if import in instanceof new return switch throw try typeof var void while with",
    ),
  },
} satisfies Partial<GrammarLanguage>;

/** `export` may come after decorators, which may contain anything. */
function isExported({ head, parentKind }: DeclarationFacts): boolean {
  if (parentKind !== undefined && parentKind !== "module") return false;
  return /^(?:@[^]*?\s)?export\s/.test(head) || /^(?:module\.)?exports\b/.test(head);
}
