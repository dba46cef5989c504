import { type Node, parseTree, type ParseError, printParseErrorCode } from "jsonc-parser";
import { type DataEntry, type DataNode, type Span, DataSyntaxError } from "./data-node.ts";

/** JSON, optionally with comments and trailing commas. */
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
  return wrap(root, text);
}

function readTree(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { allowTrailingComma: true });
  } catch (error) {
    // The parser is recursive.
    if (error instanceof RangeError) throw new DataSyntaxError("it is nested too deeply");
    throw error;
  }
}

function wrap(node: Node, text: string): DataNode {
  return {
    kind: node.type === "property" ? "null" : node.type,
    spans: [spanOf(node)],
    entries: () => entriesOf(node, text),
    // The parsed value has lost digits of numbers that JavaScript cannot represent.
    scalar: () => text.slice(node.offset, node.offset + node.length),
  };
}

function entriesOf(node: Node, text: string): readonly DataEntry[] {
  const children = node.children ?? [];
  if (node.type === "array") return children.map((child, key) => ({ key, node: wrap(child, text), spans: [] }));
  return children.flatMap((property) => {
    const [key, value] = property.children ?? [];
    if (key === undefined || value === undefined) return [];
    return [{ key: String(key.value), node: wrap(value, text), spans: [spanOf(property)] }];
  });
}

function spanOf({ offset, length }: Node): Span {
  return { start: offset, end: offset + length };
}
