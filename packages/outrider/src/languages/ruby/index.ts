import { afterLess } from "../hierarchy/head-names.ts";
import type { GrammarLanguage } from "../language.ts";
import { sigiledNames } from "../name-patterns.ts";
import type { ServerSpec } from "../server-spec.ts";
import { wholeNameAt } from "./constants.ts";
import type { Node } from "web-tree-sitter";

const rubyLsp: ServerSpec = {
  id: "ruby-lsp",
  title: "Ruby LSP",
  languages: { ruby: "ruby" },
  program: { names: ["ruby-lsp"], args: [] },
  obtain: "gem install ruby-lsp",
  rootMarkers: ["Gemfile"],
  inherits: ["GEM_HOME", "GEM_PATH", "RBENV_ROOT", "RUBYLIB"],
  runsCode: "add-ons and gems that the repository names",
  options: () => ({ formatter: "none", linters: [], enabledFeatures: { codeActions: false, formatting: false } }),
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
  // It finds them by name alone, regardless of the method's class.
  unreliable: ["references"],
};

/** Methods that each class and module has. */
const namesOfTypes =
  /^(?:new|name|to_s|inspect|hash|class|allocate|superclass|ancestors|instance_methods?|methods?|send|public_send|freeze|dup|clone|tap|then|display|extend|include|include\?|prepend|define_method|const_get|attr\w*|module_eval|class_eval|instance_variable_[gs]et|respond_to\?|is_a\?|kind_of\?|nil\?|eql\?|equal\?|object_id|itself)$/;

const word = "[(simple_symbol) (string)] @name";

export default {
  id: "ruby",
  title: "Ruby",
  projectSigns: { files: ["Gemfile"], order: 8 },
  countedAs: { Ruby: ["rb"] },
  extensions: ["rb", "rake", "gemspec", "ru", "jbuilder", "podspec"],
  filenames: ["gemfile", "rakefile", "vagrantfile", "guardfile", "capfile", "podfile", "fastfile", "brewfile"],
  interpreters: ["ruby", "jruby"],
  grammar: "tree-sitter-ruby/tree-sitter-ruby.wasm",
  symbols: `
(class name: (constant) @name) @class @bodyIn
(class name: (scope_resolution scope: (_)? @owner name: (constant) @name)) @class @bodyIn
(module name: (constant) @name) @module @bodyIn
(module name: (scope_resolution scope: (_)? @owner name: (constant) @name)) @module @bodyIn
(singleton_class value: (constant) @name) @class @bodyIn
(program (method) @function)
(method name: (_) @name (#eq? @name "initialize")) @constructor @bodyIn
(method) @method
(singleton_method object: [(constant) (scope_resolution)] @owner) @method
(singleton_method) @method
(alias name: [(identifier) (simple_symbol) (operator) (setter)] @name) @method
(call !receiver method: (identifier) @_word arguments: (argument_list . ${word})
  (#any-of? @_word "define_method" "define_singleton_method" "alias_method")) @method @bodyIn.block
(call !receiver method: (identifier) @_word arguments: (argument_list ${word})
  (#any-of? @_word "attr_accessor" "attr_reader" "attr_writer" "attr" "cattr_accessor" "mattr_accessor")) @property
(call method: (identifier) @_word arguments: (argument_list . [(string) (constant) (scope_resolution)] @name) block: (_) @body
  (#any-of? @_word "describe" "context" "it" "specify" "test" "should" "feature" "scenario")) @test
(assignment left: (constant) @name right: (call receiver: (constant) @_type method: (identifier) @_new block: (_)? @body)
  (#any-of? @_type "Struct" "Class" "Data") (#any-of? @_new "new" "define")) @class
(assignment left: (constant) @name) @constant
(assignment left: (left_assignment_list (constant) @name)) @constant
(assignment left: (scope_resolution scope: (_)? @owner name: (constant) @name)) @constant
(operator_assignment left: (constant) @name) @constant
(assignment left: (global_variable) @name) @variable
`,
  wrappers: ["argument_list", "call"],
  comments: ["comment"],
  cleanName: (text) => text.replaceAll(/^:?["']|^:|["']$/g, ""),
  impliedMembers:
    /^(?:to_(?:s|str|a|ary|h|hash|proc|i|f|sym|json)|inspect|each|hash|eql\?|<=>|={2,3}|=~|call|coerce|method_missing|respond_to_missing\?|included|extended|inherited|prepended)$/,
  isExported: ({ kind, head, parentKind }) =>
    kind !== "test" && (parentKind === undefined || parentKind === "module") && !/^(?:private|protected)/.test(head),
  isTest: ({ name, kind, head, parentKind }) =>
    (kind === "method" && parentKind === "class" && name.startsWith("test_")) ||
    (kind === "class" && /<\s*(?:::)?(?:\w+::)*\w*Test(?:Case|::Unit::TestCase)?\b/.test(head)),
  references: {
    identifiers: ["identifier", "constant", "global_variable", "instance_variable", "class_variable"],
    calls: `
(call !receiver method: [(identifier) (constant)] @call)
(call receiver: (_) @receiver method: [(identifier) (constant)] @call)
`,
    locals: `
(method_parameters [(identifier) @local (_ name: (identifier) @local)])
(block_parameters [(identifier) @local (_ name: (identifier) @local)])
(lambda_parameters [(identifier) @local (_ name: (identifier) @local)])
(assignment left: (identifier) @local)
(operator_assignment left: (identifier) @local)
(assignment left: (left_assignment_list (identifier) @local))
(for pattern: (identifier) @local)
(exception_variable (identifier) @local)
(keyword_pattern key: (hash_key_symbol) @local !value)
(keyword_pattern value: (identifier) @local)
(array_pattern (identifier) @local)
(as_pattern name: (identifier) @local)
(in_clause pattern: (identifier) @local)
`,
    bindsFromName: ["assignment", "operator_assignment", "in_clause"],
    scopes: ["method", "singleton_method", "block", "do_block", "lambda", "program", "class", "module"],
    imports: `
(call !receiver method: (identifier) @_word arguments: (argument_list . (string (string_content) @source @all))
  (#any-of? @_word "require" "require_relative" "load" "autoload"))
`,
    modules: "path",
    reexportsImports: true,
    // Methods of a module are called on the values of each class that includes it.
    valueMembers: "mixins",
    implicitSelf: true,
    hasPartialTypes: true,
    opensModules: true,
    globalTypes: true,
    bareCallsNeverLocal: true,
    superReceiver: "result",
    wholeNameAt,
    callsOverrides: true,
    isCalledByName: ({ name }, line) => !/^\s*(?:alias|undef)\b/.test(line) && !line.includes(`:${name}`),
    calledSymbols: ({ parent }) => parent?.type === "block_argument",
    // In `class << self` they look like any other, but every type has methods of some names.
    isOfType: ({ name, signature }) =>
      /^def\s+(?:self|\p{Lu}[\p{L}\p{N}_:]*)\s*\./u.test(signature)
        ? true
        : namesOfTypes.test(name)
          ? false
          : undefined,
    selfAround,
    fieldsAreMethods: true,
    writableField: ({ signature }) => /^(?:attr_accessor|attr_writer|[cm]attr_accessor)\b/.test(signature),
  },
  hierarchy: { supertypes: afterLess, extendsResults: true },
  servers: [rubyLsp],
  editing: {
    commentMarks: ["#"],
    names: sigiledNames("[?!=]?"),
    inlineBody: "expression",
    moves: { files: "named by path" },
  },
} satisfies GrammarLanguage;

/** In the block of `value.instance_eval` and the like, a bare name is a method of that value. */
function selfAround(name: Node): "other" | undefined {
  for (let at = name.parent; at !== null; at = at.parent) {
    if (at.type !== "block" && at.type !== "do_block") continue;
    if (evaluators.test(at.parent?.childForFieldName("method")?.text ?? "")) return "other";
  }
  return undefined;
}

const evaluators = /^(?:instance|class|module)_(?:eval|exec)$/;
