import type { GrammarLanguage } from "../language.ts";
import { dashedNames } from "../name-patterns.ts";
import type { ServerSpec } from "../server-spec.ts";

const terraform: ServerSpec = {
  id: "terraform",
  title: "terraform-ls",
  languages: { hcl: "terraform" },
  program: { names: ["terraform-ls"], args: ["serve"] },
  obtain: "brew install hashicorp/tap/terraform-ls, or https://github.com/hashicorp/terraform-ls",
  env: { CHECKPOINT_DISABLE: "1" },
  runsCode: "provider programs below .terraform",
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
};

const label = (capture: string) => `(string_lit (template_literal) @${capture})`;

/** A top-level block: `resource "aws_instance" "web" { … }`. */
const block = (types: readonly string[], labels: string, kind: string) => `
(config_file (body (block . (identifier) @_type (#any-of? @_type ${types.map((type) => `"${type}"`).join(" ")}) . ${labels} . (block_start) (body)? @body) @${kind}))
`;

export default {
  id: "hcl",
  title: "HCL",
  countedAs: { Terraform: ["tf"] },
  extensions: ["hcl", "tf", "tfvars", "tofu", "nomad"],
  grammar: "@tree-sitter-grammars/tree-sitter-hcl/tree-sitter-hcl.wasm",
  symbols: `
${block(["variable", "output"], label("name"), "variable")}
${block(["module"], label("name"), "module")}
(config_file (body (block . (identifier) @_locals (#eq? @_locals "locals") (body (attribute . (identifier) @name) @constant))))
(config_file (body (block . (identifier) @name . (block_start) (body)? @body) @section))
(config_file (body (block . (identifier) . ${label("name")} . (block_start) (body)? @body) @section))
(config_file (body (block . (identifier) . ${label("owner")} . ${label("name")} . (block_start) (body)? @body) @struct))
(config_file (body (attribute . (identifier) @name) @variable))
`,
  comments: ["comment"],
  // The inputs and outputs of a module.
  isExported: ({ head }) => /^(?:variable|output)\b/.test(head),
  references: {
    identifiers: ["identifier", "template_literal"],
    calls: `(function_call . (identifier) @call)`,
    imports: `
(block . (identifier) @_module (#eq? @_module "module") . (string_lit (template_literal) @module)
  (body (attribute . (identifier) @_source (#eq? @_source "source") (expression (literal_value (string_lit (template_literal) @source))))))
`,
    modules: "relative-path",
    sharesDirectory: true,
  },
  servers: [terraform],
  editing: { commentMarks: ["#", "//", "/*"], names: dashedNames, notCode: "settings" },
} satisfies GrammarLanguage;
