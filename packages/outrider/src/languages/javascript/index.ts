import { assignedSymbols, assignedTopSymbols } from "./assignments.ts";
import { ecmascript } from "../ecmascript/ecmascript.ts";
import { ecmascriptSymbols, ecmascriptTopSymbols, ecmascriptWrappers } from "../ecmascript/queries.ts";
import { ecmascriptReferences } from "../ecmascript/references.ts";
import type { GrammarLanguage } from "../language.ts";
import { ecmascriptEditing, scriptMoves } from "../ecmascript/editing.ts";

/** JSX is part of the grammar. */
export default {
  ...ecmascript,
  id: "javascript",
  title: "JavaScript",
  projectSigns: { files: ["package.json"], order: 9 },
  extensions: ["js", "mjs", "cjs", "jsx"],
  interpreters: ["node", "nodejs"],
  grammar: "tree-sitter-javascript/tree-sitter-javascript.wasm",
  symbols: `
(field_definition property: (_) @name value: [(arrow_function) (function_expression)] @bodyIn) @method
(field_definition property: (_) @name) @property
${ecmascriptSymbols()}
${assignedSymbols}
`,
  topSymbols: `${ecmascriptTopSymbols}${assignedTopSymbols}`,
  wrappers: ecmascriptWrappers,
  references: ecmascriptReferences({ typed: false, jsx: true }),
  editing: { ...ecmascriptEditing, entities: "with tags", moves: scriptMoves({ hasTypes: false, hasElements: true }) },
} satisfies GrammarLanguage;
