import type { Node, Tree } from "web-tree-sitter";
import type { GrammarLanguage, Span } from "../../languages/language.ts";
import type { LoadedGrammar } from "../extract/load-grammar.ts";

/** Comments that do not end where the grammar thinks so: in these languages one may stand in another, and has to end as well. */
export function findOpenComments(
  { checks, comments }: GrammarLanguage,
  { rootNode }: Tree,
  grammar: LoadedGrammar,
  text: string,
): readonly Span[] {
  const marks = checks?.nestedComments;
  if (marks === undefined || comments.length === 0) return [];
  const [open, close] = marks;
  const found = grammar
    .query(`[${comments.map((type) => `(${type})`).join(" ")}] @comment`)
    .captures(rootNode)
    .map(({ node }) => ({ start: node.startIndex, end: node.endIndex }))
    .filter(({ start }) => text.startsWith(open, start))
    .filter(({ start, end }) => countOpen(text.slice(start, end), open, close) !== 0);
  return open === "/*" ? [...found, ...findDivided(rootNode, text)] : found;
}

/** Grammars that know of comments in comments read one that does not end as an operator, such as a division. */
function findDivided(rootNode: Node, text: string): readonly Span[] {
  const spans = Array.from(text.matchAll(/\/\*/g), ({ index }) => ({ start: index, end: index + 2 }));
  return spans.filter(({ start }) => {
    const node = rootNode.descendantForIndex(start, start + 1);
    return node?.type === "/" || /operator/.test(node?.type ?? "");
  });
}

function countOpen(comment: string, open: string, close: string): number {
  let depth = 0;
  for (let at = 0; at < comment.length;) {
    if (comment.startsWith(open, at)) depth += 1;
    else if (comment.startsWith(close, at)) depth -= 1;
    else {
      at += 1;
      continue;
    }
    at += open.length;
  }
  return depth;
}
