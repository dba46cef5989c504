import { ecmascript } from "../ecmascript/ecmascript.ts";
import { ecmascriptReferences } from "../ecmascript/references.ts";
import type { GrammarLanguage } from "../language.ts";
import { typescriptSymbols, typescriptTopSymbols, typescriptWrappers } from "../typescript/queries.ts";
import { isWithoutBody } from "../head-rules.ts";
import { ecmascriptEditing, scriptMoves } from "../ecmascript/editing.ts";

export default {
  ...ecmascript,
  id: "tsx",
  title: "TSX",
  countedAs: { TypeScript: ["tsx"] },
  extensions: ["tsx"],
  interpreters: [],
  grammar: "tree-sitter-typescript/tree-sitter-tsx.wasm",
  symbols: typescriptSymbols,
  topSymbols: typescriptTopSymbols,
  wrappers: typescriptWrappers,
  ownWords: ["predefined_type", "statement_identifier"],
  references: ecmascriptReferences({ typed: true, jsx: true }),
  heads: { isHead: isWithoutBody },
  editing: { ...ecmascriptEditing, entities: "with tags", moves: scriptMoves({ hasTypes: true, hasElements: true }) },
} satisfies GrammarLanguage;
