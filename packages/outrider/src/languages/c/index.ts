import { cImports, cReferences, cSymbols } from "../c-family/queries.ts";
import { hideMacros } from "../c-family/macros.ts";
import type { GrammarLanguage } from "../language.ts";
import { clangd } from "./clangd.server.ts";
import { readIncludes } from "../c-family/includes.ts";
import { isWithoutBody } from "../head-rules.ts";
import { cWords } from "../c-family/reserved-words.ts";
import { cEditing } from "../c-family/editing.ts";

export default {
  id: "c",
  title: "C",
  projectSigns: { files: ["configure.ac"], order: 11 },
  extensions: ["c"],
  grammar: "tree-sitter-c/tree-sitter-c.wasm",
  prepare: hideMacros,
  symbols: cSymbols,
  wrappers: ["declaration", "type_definition", "field_declaration", "linkage_specification"],
  attributes: ["attribute_specifier", "attribute_declaration"],
  comments: ["comment"],
  cleanName: (text) => (/^(?:if|for|while|switch|return|else|do|defined|sizeof)$/.test(text) ? "" : text),
  // Other files see what is not `static`.
  isExported: ({ kind, head, parentKind }) => parentKind === undefined && kind !== "macro" && !/\bstatic\b/.test(head),
  references: { ...cReferences, imports: cImports, modules: "include" },
  readModule: readIncludes,
  heads: { isHead: isWithoutBody, acrossFiles: true, isFileLocal: true },
  checks: { reservedWords: cWords },
  servers: [clangd],
  rank: 5,
  editing: { ...cEditing, indent: "    " },
} satisfies GrammarLanguage;
