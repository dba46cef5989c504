import { extname, posix } from "node:path";
import { type Node, parseTree, type ParseError, printParseErrorCode } from "jsonc-parser";
import { type DataFormat, type DataNode, type DataEntry, type Span, DataSyntaxError } from "./data-node.ts";
import { parseToml } from "./parse-toml.ts";
import { parseYaml } from "./parse-yaml.ts";

const byExtension: Readonly<Record<string, DataFormat>> = {
  ".json": "json",
  ".jsonc": "json",
  ".json5": "json5",
  ".geojson": "json",
  ".ipynb": "json",
  ".map": "json",
  ".webmanifest": "json",
  ".yaml": "yaml",
  ".yml": "yaml",
  ".toml": "toml",
};

const byName: Readonly<Record<string, DataFormat>> = {
  ".babelrc": "json",
  ".eslintrc": "json",
  ".prettierrc": "json",
  "cargo.lock": "toml",
  "composer.lock": "json",
  pipfile: "toml",
  "poetry.lock": "toml",
  "uv.lock": "toml",
};

const parsers = { json: parseJson, json5: parseJson, yaml: parseYaml, toml: parseToml } as const;

/** Parsing blocks the event loop, and must not take longer than a tenth of a second; YAML takes far longer than the others. */
export const maxParsedLength: Readonly<Record<DataFormat, number>> = {
  json: 512 * 1024,
  json5: 512 * 1024,
  yaml: 64 * 1024,
  toml: 256 * 1024,
};

export function dataFormatOf(path: string): DataFormat | undefined {
  const name = posix.basename(path.replaceAll("\\", "/")).toLowerCase();
  return byName[name] ?? byExtension[extname(name)];
}

/** Throws a DataSyntaxError. */
export function parseData(text: string, format: DataFormat): DataNode {
  return parsers[format](text);
}

/** JSON, optionally with comments and trailing commas. */
function parseJson(text: string): DataNode {
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
