import { ecmascript } from "../ecmascript/ecmascript.ts";
import { anyFunction } from "../ecmascript/queries.ts";
import { ecmascriptReferences } from "../ecmascript/references.ts";
import type { GrammarLanguage } from "../language.ts";
import { typescriptSymbols, typescriptTopSymbols, typescriptWrappers } from "./queries.ts";
import { typescript } from "./typescript.server.ts";
import { vtsls } from "./vtsls.server.ts";
import { isWithoutBody } from "../head-rules.ts";
import { ecmascriptEditing, scriptMoves } from "../ecmascript/editing.ts";

/** Near an error the grammar may take the type parameters of `<A>(a: A) => a` for a type assertion, which TSX does not have. */
export default {
  ...ecmascript,
  id: "typescript",
  title: "TypeScript",
  projectSigns: { files: ["tsconfig.json"], order: 1 },
  extensions: ["ts", "mts", "cts"],
  interpreters: ["tsx", "ts-node", "deno", "bun"],
  grammar: "tree-sitter-typescript/tree-sitter-typescript.wasm",
  symbols: `${typescriptSymbols}
(variable_declarator name: (identifier) @name value: (type_assertion ${anyFunction})) @function
`,
  topSymbols: typescriptTopSymbols,
  wrappers: typescriptWrappers,
  ownWords: ["predefined_type", "statement_identifier"],
  references: ecmascriptReferences({ typed: true, jsx: false }),
  heads: { isHead: isWithoutBody },
  servers: [typescript, vtsls],
  rank: 1,
  editing: { ...ecmascriptEditing, moves: scriptMoves({ hasTypes: true, hasElements: false }) },
} satisfies GrammarLanguage;
