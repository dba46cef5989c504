import { parse, TomlError } from "smol-toml";
import { type DataNode, DataSyntaxError } from "./data-node.ts";
import { openTomlCursor } from "./toml-cursor.ts";
import { assignTo, createTomlNode, openTable, type TomlNode } from "./toml-node.ts";

/** TOML. The parser only says whether the text is valid, not where a value is; a scan of the same text does. */
export function parseToml(text: string): DataNode {
  try {
    parse(text, { integersAsBigInt: true });
  } catch (error) {
    if (error instanceof TomlError) {
      const problem = error.message.split("\n", 1)[0]?.replace(/^Invalid TOML document: /, "") ?? "";
      throw new DataSyntaxError(`line ${error.line}: ${problem}`);
    }
    if (error instanceof RangeError) throw new DataSyntaxError("it is nested too deeply");
    throw error;
  }
  return scanToml(text);
}

interface Section {
  /** What the header names, outermost first; empty before the first header. */
  readonly nodes: readonly TomlNode[];
  readonly start: number;
  end: number;
}

/** Finds the position of every key in a valid TOML text. A table has all its sections, wherever they are. */
export function scanToml(text: string): DataNode {
  const root = createTomlNode("object");
  root.spans.push({ start: 0, end: text.length });
  const cursor = openTomlCursor(text);
  let section: Section = { nodes: [], start: 0, end: 0 };
  let before: Section | undefined;
  cursor.skipSpace();
  while (!cursor.isAtEnd()) {
    const start = cursor.at();
    if (text.charAt(start) === "[") {
      addSpans(section, before);
      before = section;
      const { keys, isItem } = cursor.readHeader();
      section = { nodes: openTable(root, keys, isItem), start, end: cursor.at() };
    } else {
      const { keys, value } = cursor.readPair();
      section.end = cursor.at();
      const nodes = assignTo(section.nodes.at(-1) ?? root, keys, value);
      for (const node of nodes) node.spans.push({ start, end: section.end });
    }
    cursor.skipSpace();
    // A text that is not valid after all must not cause an endless loop.
    if (cursor.at() === start) break;
  }
  addSpans(section, before);
  return root;
}

/** Consecutive sections of one table become one, including what is between them. */
function addSpans(section: Section, before: Section | undefined): void {
  const { start, end } = section;
  for (const node of section.nodes) {
    const last = node.spans.at(-1);
    if (last !== undefined && before !== undefined && last.end === before.end && before.nodes.includes(node)) {
      node.spans[node.spans.length - 1] = { start: last.start, end };
    } else {
      node.spans.push({ start, end });
    }
  }
}
