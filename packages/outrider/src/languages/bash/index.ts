import type { GrammarLanguage } from "../language.ts";
import type { ServerSpec } from "../server-spec.ts";

const bash: ServerSpec = {
  id: "bash",
  title: "Bash Language Server",
  languages: { bash: "shellscript" },
  program: {
    names: ["bash-language-server"],
    args: ["start"],
    npm: {
      package: "bash-language-server",
      version: "5.8.1",
      entry: "out/cli.js",
      sizeMb: 22,
      integrity: {
        "bash-language-server":
          "sha512-F3g0hKZhCiKbLUf9wkrST6+ZypsHvJqaJxw/+J7WK2ywhFyc8+7jSHSTU1UDYncZkyWgbKV6+eZy5qWTZtoXww==",
      },
    },
  },
  obtain: "outrider languages install bash",
  settings: () => ({
    // The server starts one unlimited shellcheck per changed file.
    bashIde: {
      shellcheckPath: "",
      shfmt: { path: "" },
      explainshellEndpoint: "",
      enableSourceErrorDiagnostics: false,
      backgroundAnalysisMaxFiles: 2000,
    },
  }),
  readiness: { by: "canary" },
  freshness: "open",
  needsOpen: true,
  opensCandidates: true,
  // It finds references by name alone, even in unrelated scripts; its errors come from shellcheck.
  unreliable: ["references", "diagnostics"],
};

export default {
  id: "bash",
  title: "Bash",
  countedAs: { Shell: ["sh", "bash"] },
  extensions: ["sh", "bash", "zsh", "ksh", "bats"],
  filenames: [".bashrc", ".bash_profile", ".profile", ".zshrc"],
  interpreters: ["sh", "bash", "zsh", "dash", "ksh", "bats"],
  grammar: "tree-sitter-bash/tree-sitter-bash.wasm",
  symbols: `
(function_definition name: (word) @name body: (_) @body) @function
(command name: (_) @_alias (#eq? @_alias "alias") argument: (concatenation . (word) @name) @function)
(program (declaration_command "readonly" (variable_assignment name: (variable_name) @name) @constant))
(program (declaration_command (word) @_flags (#match? @_flags "^-[A-Za-z]*r") (variable_assignment name: (variable_name) @name) @constant))
(program (declaration_command (variable_assignment name: (variable_name) @name) @variable))
(program (variable_assignment name: (variable_name) @name "=") @variable)
`,
  wrappers: ["declaration_command", "command"],
  comments: ["comment"],
  // The grammar reads an alias name and its "=" as one word.
  cleanName: (text) => text.replace(/=$/, ""),
  isExported: ({ name, kind, head, parentKind }) =>
    kind === "function"
      ? parentKind === undefined && !name.startsWith("_")
      : /^(?:export\s|(?:declare|typeset)\s+-\w*x)/.test(head),
  isTest: ({ name, kind }) => kind === "function" && /^test_|^test[A-Z]/.test(name),
  references: {
    identifiers: ["word", "variable_name"],
    calls: `(command_name (word) @call)`,
    locals: `(declaration_command ["local" "declare" "typeset"] (variable_assignment name: (variable_name) @local))`,
    scopes: ["function_definition"],
    imports: `
(command name: (_) @_command (#any-of? @_command "source" ".") . argument: [(word) (string) (concatenation) (raw_string)] @source @all)
`,
    modules: "relative-path",
  },
  servers: [bash],
  editing: {
    commentMarks: ["#"],
    names: { pattern: () => /^[A-Za-z_][\w:.-]*$/ },
    bareWords: true,
    moves: { files: "named by path" },
  },
} satisfies GrammarLanguage;
