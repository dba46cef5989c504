import { ecmascript } from "../ecmascript/ecmascript.ts";
import { anyFunction } from "../ecmascript/queries.ts";
import { ecmascriptReferences } from "../ecmascript/references.ts";
import type { GrammarLanguage } from "../language.ts";
import { typescriptSymbols, typescriptTopSymbols, typescriptWrappers } from "./queries.ts";
import { typescript } from "./typescript.server.ts";
import { vtsls } from "./vtsls.server.ts";

/** Around an error the grammar may take the type parameters of `<A>(a: A) => a` for an assertion; TSX has none of those. */
export default {
  ...ecmascript,
  id: "typescript",
  title: "TypeScript",
  extensions: ["ts", "mts", "cts"],
  interpreters: ["tsx", "ts-node", "deno", "bun"],
  grammar: "typescript",
  symbols: `${typescriptSymbols}
(variable_declarator name: (identifier) @name value: (type_assertion ${anyFunction})) @function
`,
  topSymbols: typescriptTopSymbols,
  wrappers: typescriptWrappers,
  references: ecmascriptReferences({ typed: true, jsx: false }),
  servers: [typescript, vtsls],
  rank: 1,
} satisfies GrammarLanguage;
