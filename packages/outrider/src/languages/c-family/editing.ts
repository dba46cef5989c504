import type { Node } from "web-tree-sitter";
import { countedUnlessAssigned } from "../counted-members.ts";
import type { EditingRules } from "../editing.ts";
import type { ImportFact, ModuleContent } from "../modules/module-facts.ts";
import { spanOf } from "../modules/tree-spans.ts";
import { shebang } from "../name-patterns.ts";
import type { Span } from "../span.ts";
import { wordSet } from "../syntax-checks.ts";
import { hashPasting } from "./pasting.ts";

/** Editing rules of C and C++. */
export const cEditing: EditingRules = {
  header: { clauses: [shebang, /^#pragma once\b[^\n]*/, /^#ifndef\s+(\w+)\s*\n#define\s+\1\b[^\n]*/] },
  semicolonKinds: ["class", "struct", "enum", "type"],
  names: { pasted: hashPasting },
  messages: /^\s*#\s*(?:error|warning)\b/,
  listsFields,
  countedBehind: countedUnlessAssigned,
  moves: { files: "includes" },
};

/** Functions that run when the program starts or ends, or that only assembler names. */
export const startsOrEnds =
  /__attribute__\s*\(\(.*\b_*(?:constructor|destructor|used)_*\b|\[\[gnu::(?:constructor|destructor|used)\b/;

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

/** How far around a name is looked. */
const near = 300;

/**
 * `Type a[] = {{1, 2}}`, `(Type){1}`, `Type{1}`, `vector<Type> a{{1}}`, and `return {1}` in a function of the type. `{.x = 1}` names
 * its fields, and `{}` and `{0}` need none.
 */
function listsFields(text: string, { start, end }: Span): boolean {
  const before = text.slice(Math.max(0, start - near), start);
  const after = text.slice(end, end + near);
  // `class B : public A {` begins a body.
  if (/\b(?:class|struct)\b[^;{}()]*:[^;{}()]*$/.test(before)) return false;
  if (/^\s*\)\s*\{/.test(after))
    return /(?<![\w)\]]\s*)\(\s*(?:(?:struct|const)\s+)*(?:\w+::)*$/.test(before) && list.test(after);
  return list.test(after) || /^[\s\w*&:~]*\([^;{}]*\)[\s\w]*\{[^]*?\breturn\s*\{\s*[^.}\s]/.test(after);
}

const list =
  /^(?:[\w\s*&>]*(?:\[[^\]]*\]\s*)*=\s*|\s*\)\s*|[>\s]*(?:\w+\s*)?(?:\[[^\]]*\]\s*)*)\{(?!\s*(?:\.|\}|0\s*\}|\{\s*\.))/;

/** `take({1, 2})` in C++; nothing is given to a field by `{}`, `{0}` and `{.x = 1}`. */
export function listsArguments(text: string, from: number): boolean {
  const given = /^\s*(?:<[^<>;]*>)?\s*\(([^;]*)/.exec(text.slice(from, from + near))?.[0] ?? "";
  return /[(,]\s*\{(?!\s*(?:\.|\}|0\s*\}))/.test(given);
}
