import type { Node } from "web-tree-sitter";
import type { EditingRules } from "../editing.ts";
import type { ImportFact, ModuleContent } from "../modules/module-facts.ts";
import { spanOf } from "../modules/tree-spans.ts";
import { shebang } from "../name-patterns.ts";
import { wordSet } from "../syntax-checks.ts";
import { listsFields } from "./listed-fields.ts";
import { hashPasting } from "./pasting.ts";

/** Editing rules of C and C++. */
export const cEditing: EditingRules = {
  header: { clauses: [shebang, /^#pragma once\b[^\n]*/, /^#ifndef\s+(\w+)\s*\n#define\s+\1\b[^\n]*/] },
  semicolonKinds: ["class", "struct", "enum", "type"],
  names: { pasted: hashPasting },
  listsFields,
  moves: { files: "includes" },
};

export const cWords = wordSet("break case continue default do else for goto if return switch typedef while");

export const cppWords: ReadonlySet<string> = new Set([
  ...cWords,
  ...wordSet("catch class namespace public private protected template throw try using virtual"),
]);

/** C and C++: files included by a quoted path. */
export function readIncludes(root: Node): ModuleContent {
  const imports = root.descendantsOfType("preproc_include").flatMap((node): readonly ImportFact[] => {
    const path = node?.childForFieldName("path");
    if (!node || path?.type !== "string_literal") return [];
    return [
      {
        span: spanOf(node),
        form: "static",
        source: path.text.slice(1, -1),
        sourceSpan: { start: path.startIndex + 1, end: path.endIndex - 1 },
        isTop: true,
        isTypeOnly: false,
        isReexport: false,
        names: [],
      },
    ];
  });
  return { broken: root.hasError, imports, exports: [], declared: [], uses: [], statements: [] };
}
