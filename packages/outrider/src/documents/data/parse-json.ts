import { getNodeValue, type Node, parseTree, type ParseError, printParseErrorCode } from "jsonc-parser";
import type { DataEntry, DataNode } from "./data-node.ts";
import { DataSyntaxError } from "./data-syntax-error.ts";

/** JSON, with comments and trailing commas where there are some. */
export function parseJson(text: string): DataNode {
  const errors: ParseError[] = [];
  const root = readTree(text, errors);
  const [error] = errors;
  if (root === undefined || error !== undefined) {
    throw new DataSyntaxError(
      error === undefined ? "there is no value" : printParseErrorCode(error.error),
      error?.offset,
    );
  }
  return wrap(root);
}

function readTree(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { allowTrailingComma: true });
  } catch (error) {
    // The parser calls itself for each level.
    if (error instanceof RangeError) throw new DataSyntaxError("it is nested too deeply");
    throw error;
  }
}

function wrap(node: Node): DataNode {
  const span = { start: node.offset, end: node.offset + node.length };
  const kind = node.type === "property" ? "null" : node.type;
  return { kind, span, entries: () => entriesOf(node), value: (): unknown => getNodeValue(node) };
}

function entriesOf(node: Node): readonly DataEntry[] {
  const children = node.children ?? [];
  if (node.type === "array") return children.map((child, key) => ({ key, node: wrap(child) }));
  return children.flatMap((property) => {
    const [key, value] = property.children ?? [];
    if (key === undefined || value === undefined) return [];
    const span = { start: property.offset, end: property.offset + property.length };
    return [{ key: String(key.value), node: wrap(value), span }];
  });
}
