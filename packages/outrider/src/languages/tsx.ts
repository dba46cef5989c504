import { ecmascriptReferences } from "./ecmascript-references.ts";
import type { GrammarLanguage } from "./language.ts";
import typescript, { typescriptSymbols } from "./typescript.ts";

export default {
  ...typescript,
  id: "tsx",
  title: "TSX",
  extensions: ["tsx"],
  interpreters: [],
  grammar: "tsx",
  symbols: typescriptSymbols,
  references: ecmascriptReferences({ typed: true, jsx: true }),
} satisfies GrammarLanguage;
