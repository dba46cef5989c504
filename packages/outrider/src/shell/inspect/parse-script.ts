import { Language, type Node, Parser } from "web-tree-sitter";
import { findGrammarFile } from "../../grammars/find-grammar-file.ts";
import { startLimit } from "../../workspace/time/processor-limit.ts";
import { InspectionLimitError } from "./inspection-limit-error.ts";

/** Parses a script and passes the tree to `use`; its memory is freed afterwards. */
export type ParseScript = <Value>(script: string, use: (root: Node) => Value) => Value;

/** The grammar is loaded with the first script, once per process. */
export function loadParser(): Promise<ParseScript> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

let loading: Promise<ParseScript> | undefined;

async function load(): Promise<ParseScript> {
  await Parser.init();
  const language = await Language.load(findGrammarFile("tree-sitter-bash/tree-sitter-bash.wasm"));
  return (script, use) => {
    // A separate parser for each script: nested scripts are parsed while the outer one is being inspected.
    const parser = new Parser();
    try {
      parser.setLanguage(language);
      const tree = parser.parse(script, null, { progressCallback: startLimit(longestMs).isPast(1) });
      if (tree === null) throw new InspectionLimitError("took too long to parse");
      try {
        return use(tree.rootNode);
      } finally {
        tree.delete();
      }
    } finally {
      parser.delete();
    }
  };
}

/** Of processor time. */
const longestMs = 100;

/** Whether some node is nested deeper than that: inspecting a node costs more the deeper it is. */
export function isDeeper(root: Node, most: number): boolean {
  const cursor = root.walk();
  try {
    let depth = 0;
    for (;;) {
      if (cursor.gotoFirstChild()) {
        depth += 1;
        if (depth > most) return true;
        continue;
      }
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return false;
        depth -= 1;
      }
    }
  } finally {
    cursor.delete();
  }
}
