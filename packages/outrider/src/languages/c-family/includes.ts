import type { Node } from "web-tree-sitter";
import type { ImportFact, ModuleContent } from "../modules/module-facts.ts";
import { spanOf } from "../modules/tree-spans.ts";

/** C and C++: files that are brought in by a path in quotes. */
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
        handsOn: false,
        names: [],
      },
    ];
  });
  return { broken: root.hasError, imports, exports: [], declared: [], uses: [], statements: [] };
}
