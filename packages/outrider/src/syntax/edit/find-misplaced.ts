import type { Node } from "web-tree-sitter";

/**
 * Statements that begin a line deeper or less deep than the first one of their block that does. Grammars take a line that goes
 * back to a depth which no open block has; the languages do not.
 */
export function findMisplaced(block: Node, text: string): readonly Node[] {
  const statements = childrenOf(block).filter(({ type }) => type !== "ERROR" && type !== "comment");
  return [...oddOnes(text, statements), ...statements.flatMap((each) => oddOnes(text, partsOf(each)))];
}

/** `else` and the like are as deep as their statement, and a definition is as deep as its decorators. */
function partsOf(statement: Node): readonly Node[] {
  if (statement.type === "decorated_definition") return childrenOf(statement).filter(({ type }) => type !== "comment");
  if (!divided.has(statement.type)) return [];
  return [statement, ...childrenOf(statement).filter(({ type }) => clause.test(type))];
}

const divided = new Set(["if_statement", "for_statement", "while_statement", "try_statement"]);
const clause = /^(?:else|elif|except|except_group|finally)_clause$/;

function childrenOf(node: Node): readonly Node[] {
  return node.namedChildren.filter((child) => child !== null);
}

function oddOnes(text: string, nodes: readonly Node[]): readonly Node[] {
  let depth: string | undefined;
  return nodes.filter(({ startIndex }) => {
    const own = indentBefore(text, startIndex);
    depth ??= own;
    return own !== undefined && own !== depth;
  });
}

/** Tabs and blanks are not the same, however wide; undefined for what does not begin a line. */
function indentBefore(text: string, at: number): string | undefined {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const before = text.slice(start, at);
  if (before.trim() !== "" || /\\\r?\n$/.test(text.slice(Math.max(0, start - 3), start))) return undefined;
  return before.replace(/^[^]*[\f\u{feff}]/u, "");
}
