import { cEditing, cWords, readIncludes, startsOrEnds } from "../c-family/editing.ts";
import { mayBeFieldInC } from "../c-family/field-names.ts";
import { hideMacros } from "../c-family/macros.ts";
import { cImports, cReferences, cSymbols } from "../c-family/queries.ts";
import { cRepairs } from "../c-family/repair/index.ts";
import { isWithoutBody } from "../head-rules.ts";
import type { GrammarLanguage } from "../language.ts";
import { typeBeforeName } from "../written-types.ts";
import type { ServerSpec } from "../server-spec.ts";

const names = ["clangd", ...Array.from({ length: 12 }, (_, index) => `clangd-${24 - index}`)];

/**
 * Its index of the whole project can only be stored inside the project (`.cache/clangd`), so it is off: files that contain the
 * name are opened instead. The repository's `.clangd` is not read, as it can name a remote index.
 */
const clangd: ServerSpec = {
  id: "clangd",
  title: "clangd",
  languages: { c: "c", cpp: "cpp" },
  program: {
    names,
    args: [
      "--background-index=0",
      "--enable-config=0",
      "--clang-tidy=0",
      "--header-insertion=never",
      "--log=error",
      "-j=2",
    ],
  },
  obtain: "apt install clangd, brew install llvm, or https://clangd.llvm.org/installation",
  rootMarkers: ["compile_commands.json", "compile_flags.txt"],
  readiness: { by: "answer" },
  freshness: "open",
  needsOpen: true,
  opensCandidates: true,
  opensLate: true,
  commands: { edits: ["clangd.applyFix", "clangd.applyTweak"] },
  memory: { softMb: 2048, hardMb: 4096 },
};

export default {
  id: "c",
  title: "C",
  projectSigns: { files: ["configure.ac"], order: 11 },
  extensions: ["c"],
  grammar: "tree-sitter-c/tree-sitter-c.wasm",
  prepare: hideMacros,
  repairs: cRepairs,
  symbols: cSymbols,
  wrappers: ["declaration", "type_definition", "field_declaration", "linkage_specification"],
  attributes: ["attribute_specifier", "attribute_declaration"],
  entryPoints: ["main", "wmain", "WinMain", "wWinMain", "DllMain"],
  entryMarks: startsOrEnds,
  comments: ["comment"],
  cleanName: (text) => (/^(?:if|for|while|switch|return|else|do|defined|sizeof)$/.test(text) ? "" : text),
  // Everything that is not `static` is visible to other files.
  isExported: ({ kind, head, parentKind }) => parentKind === undefined && kind !== "macro" && !/\bstatic\b/.test(head),
  references: {
    ...cReferences,
    writtenTypes: { of: typeBeforeName, kept: new Set(["[]"]) },
    memberNames: ["field_identifier"],
    mayBeMember: mayBeFieldInC,
    imports: cImports,
    modules: "include",
    openEnums: /\benum\b/,
  },
  readModule: readIncludes,
  heads: { isHead: isWithoutBody, acrossFiles: true, isFileLocal: true },
  members: { shared: "heads", ownFields: true },
  signatures: { parameters: ["parameter_list"], arguments: ["argument_list"], empty: "void" },
  checks: { reservedWords: cWords },
  servers: [clangd],
  rank: 5,
  editing: { ...cEditing, indent: "    " },
} satisfies GrammarLanguage;
