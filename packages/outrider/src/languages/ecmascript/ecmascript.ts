import type { DeclarationFacts, GrammarLanguage } from "../language.ts";
import { readEcmascriptModule } from "./module.ts";
import { repairTypescript } from "./repair.ts";
import { afterWords } from "../hierarchy/head-names.ts";
import type { TypeShapes } from "../hierarchy/type-shapes.ts";
import { wordSet } from "../syntax-checks.ts";

const typescriptShapes: TypeShapes = {
  typeNames: ["type_identifier"],
  through: [
    "type_annotation",
    "nested_type_identifier",
    "parenthesized_type",
    "readonly_type",
    "union_type",
    "intersection_type",
    "generic_type",
    "type_arguments",
    "array_type",
    "tuple_type",
  ],
  loosely: ["intersection_type", "type_arguments", "array_type", "tuple_type"],
  rules: [
    {
      shape: "function",
      nodes: ["function_declaration", "function_expression", "arrow_function", "method_definition"],
    },
    {
      shape: "object",
      nodes: ["variable_declarator", "public_field_definition", "required_parameter", "optional_parameter"],
      has: ["object"],
    },
    { shape: "object", nodes: ["as_expression", "satisfies_expression", "type_assertion"], has: ["object"] },
  ],
  unseen: () => "object literals that are passed where this type is expected were not searched",
};

/** Rules shared by JavaScript, TypeScript and TSX. */
export const ecmascript = {
  // `module.exports = function () {…}`.
  entryPoints: ["exports"],
  repairs: [repairTypescript],
  functionValues: ["arrow_function", "function_expression"],
  attributes: ["decorator"],
  comments: ["comment"],
  ownWords: ["statement_identifier"],
  cleanName: (text) => text.replaceAll(/^\[?["'`]|["'`]\]?$/g, ""),
  impliedMembers:
    /^(?:toString|toJSON|valueOf|then|next|return|throw|(?:dis)?connectedCallback|attributeChangedCallback|adoptedCallback)$/,
  isExported,
  members: { shared: "shapes" },
  hierarchy: {
    platform: "ecmascript",
    extendsResults: true,
    supertypes: afterWords,
    shapes: typescriptShapes,
    demandsMembers: true,
    known: { Error: /^(?:name|message|stack|cause)$/ },
  },
  readModule: readEcmascriptModule,
  signatures: {
    parameters: ["formal_parameters"],
    arguments: ["arguments"],
    between: ["type_arguments", "optional_chain", "?."],
    receiver: /^this\s*:/,
    declaresMember: /^(?:@[^]*\s)?(?:public|private|protected|readonly|override)\s/,
    parametersAsTypes: /Parameters<\s*typeof\s+[\w.]*$/,
    omitted: "undefined",
    readsByPlace: /(?<![\w$.])arguments\b/,
    readsByName: /(?<![\w$.])eval\s*\(/,
    defaultsRead: "parameters before",
    defaults: "not in heads",
    optionalLast: "marks",
    upperConstructor: /^super$/,
    inheritsConstructors: true,
  },
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
