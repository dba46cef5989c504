import { ecmascript } from "../ecmascript/ecmascript.ts";
import { ecmascriptReferences } from "../ecmascript/references.ts";
import type { GrammarLanguage } from "../language.ts";
import { typescriptSymbols, typescriptTopSymbols, typescriptWrappers } from "../typescript/queries.ts";

export default {
  ...ecmascript,
  id: "tsx",
  title: "TSX",
  extensions: ["tsx"],
  interpreters: [],
  grammar: "tsx",
  symbols: typescriptSymbols,
  topSymbols: typescriptTopSymbols,
  wrappers: typescriptWrappers,
  references: ecmascriptReferences({ typed: true, jsx: true }),
} satisfies GrammarLanguage;
