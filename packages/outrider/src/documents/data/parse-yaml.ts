import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair, parseAllDocuments } from "yaml";
import type { DataEntry, DataKind, DataNode, Span } from "./data-node.ts";
import { DataSyntaxError } from "./data-syntax-error.ts";

/** YAML. Several documents are an array of them. */
export function parseYaml(text: string): DataNode {
  const parsed = parseAllDocuments(text, { logLevel: "silent", strict: false, uniqueKeys: false });
  const documents = Array.isArray(parsed) ? parsed : [];
  for (const document of documents) {
    const [error] = document.errors;
    if (error !== undefined) throw new DataSyntaxError(error.message.split("\n", 1)[0] ?? "", error.pos[0]);
  }
  const roots = documents.map((document) => wrap(document.contents, document));
  const [only] = roots;
  if (only !== undefined && roots.length === 1) return only;
  return {
    kind: "array",
    entries: () => roots.map((node, key) => ({ key, node })),
    value: () => roots.map((node) => node.value()),
  };
}

type AnyDocument = Document<Node, boolean> | Document.Parsed;

function wrap(node: unknown, document: AnyDocument): DataNode {
  const target = isAlias(node) ? node.resolve(document) : node;
  const span = spanOf(target);
  return {
    kind: kindOf(target),
    entries: () => entriesOf(target, document),
    value: () => valueOf(target, document),
    ...(span === undefined ? {} : { span }),
  };
}

function spanOf(node: unknown): Span | undefined {
  if (!isMap(node) && !isSeq(node) && !isScalar(node)) return undefined;
  const range = node.range;
  return range ? { start: range[0], end: range[1] } : undefined;
}

function kindOf(node: unknown): DataKind {
  if (isMap(node)) return "object";
  if (isSeq(node)) return "array";
  if (!isScalar(node)) return "null";
  const { value } = node;
  if (value instanceof Date) return "date";
  if (typeof value === "number" || typeof value === "bigint") return "number";
  if (typeof value === "string") return "string";
  return typeof value === "boolean" ? "boolean" : "null";
}

function entriesOf(node: unknown, document: AnyDocument): readonly DataEntry[] {
  if (isSeq(node)) return node.items.map((item, key) => withSpan(key, wrap(item, document), item));
  if (!isMap(node)) return [];
  return node.items.flatMap((pair) => {
    const key = keyOf(pair);
    // `<<: *base` puts the keys of another map here; a key of the map's own wins, so it comes later.
    if (key === "<<") return entriesOf(isAlias(pair.value) ? pair.value.resolve(document) : pair.value, document);
    return [withSpan(key, wrap(pair.value, document), pair.key, isAlias(pair.value) ? pair.key : pair.value)];
  });
}

function withSpan(key: string | number, node: DataNode, first: unknown, last: unknown = first): DataEntry {
  const start = spanOf(first)?.start;
  const end = spanOf(last)?.end ?? spanOf(first)?.end;
  return start === undefined || end === undefined ? { key, node } : { key, node, span: { start, end } };
}

function keyOf(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : String(pair.key);
}

function valueOf(node: unknown, document: AnyDocument): unknown {
  if (isMap(node) || isSeq(node) || isScalar(node)) return node.toJS(document, { maxAliasCount: 1000 });
  return null;
}
