import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseAllDocuments,
  type Document,
  visit,
} from "yaml";
import { type DataEntry, type DataKind, type DataNode, type Span, DataSyntaxError } from "./data-node.ts";

/** YAML. Several documents become an array, none becomes null. */
export function parseYaml(text: string): DataNode {
  const parsed = parseAllDocuments(text, { logLevel: "silent", strict: false, uniqueKeys: false });
  const documents = Array.isArray(parsed) ? parsed : [];
  for (const document of documents) {
    const [error] = document.errors;
    if (error !== undefined) throw new DataSyntaxError(error.message.split("\n", 1)[0] ?? "", error.pos[0]);
  }
  const roots = documents.map((document) => wrap(document.contents, createAliasResolver(document)));
  const [first] = roots;
  if (roots.length <= 1) return first ?? { kind: "null", entries: () => [], scalar: () => "null", spans: [] };
  return {
    kind: "array",
    entries: () => roots.map((node, key) => ({ key, node, spans: [] })),
    scalar: () => "",
    spans: [],
  };
}

type Resolve = (alias: Alias) => Node | undefined;

function wrap(node: unknown, resolve: Resolve): DataNode {
  const target = targetOf(node, resolve);
  return {
    kind: kindOf(target),
    entries: () => entriesOf(target, resolve),
    scalar: () => scalarOf(target),
    spans: spansOf(spanOf(target)),
  };
}

function targetOf(node: unknown, resolve: Resolve): unknown {
  return isAlias(node) ? resolve(node) : node;
}

function spanOf(node: unknown): Span | undefined {
  if (!isMap(node) && !isSeq(node) && !isScalar(node)) return undefined;
  const range = node.range;
  return range ? { start: range[0], end: range[1] } : undefined;
}

function spansOf(span: Span | undefined): readonly Span[] {
  return span === undefined ? [] : [span];
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

function entriesOf(node: unknown, resolve: Resolve): readonly DataEntry[] {
  if (isSeq(node)) return node.items.map((item, key) => entry(key, wrap(item, resolve), item));
  return pairsOf(node, resolve, new Set()).map(({ key, pair }) =>
    entry(key, wrap(pair.value, resolve), pair.key, isAlias(pair.value) ? pair.key : pair.value),
  );
}

interface NamedPair {
  readonly key: string;
  readonly pair: Pair;
}

/** With `<<: *base` a map also has the keys of another map, except those that it has itself. */
function pairsOf(node: unknown, resolve: Resolve, passed: ReadonlySet<unknown>): readonly NamedPair[] {
  // An anchor may be merged into itself.
  if (!isMap(node) || passed.has(node)) return [];
  const pairs = node.items.map((pair) => ({ key: keyOf(pair), pair }));
  const merges = pairs.filter(({ key }) => key === "<<");
  if (merges.length === 0) return pairs;
  const known = new Set(pairs.map(({ key }) => key));
  const within = new Set([...passed, node]);
  return pairs.flatMap((own) => (own.key === "<<" ? merged(own.pair.value, resolve, known, within) : [own]));
}

/** Of several maps in a sequence, the first one with a key wins. */
function merged(value: unknown, resolve: Resolve, known: Set<string>, within: ReadonlySet<unknown>): NamedPair[] {
  const target = targetOf(value, resolve);
  const maps = isSeq(target) ? target.items.map((item) => targetOf(item, resolve)) : [target];
  return maps.flatMap((map) => {
    const added = pairsOf(map, resolve, within).filter(({ key }) => !known.has(key));
    for (const { key } of added) known.add(key);
    return added;
  });
}

function entry(key: string | number, node: DataNode, first: unknown, last: unknown = first): DataEntry {
  const start = spanOf(first)?.start;
  const end = spanOf(last)?.end ?? spanOf(first)?.end;
  return { key, node, spans: start === undefined || end === undefined ? [] : [{ start, end }] };
}

function keyOf(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : String(pair.key);
}

function scalarOf(node: unknown): string {
  if (!isScalar(node)) return "null";
  const { value, source } = node;
  if (typeof value === "string") return JSON.stringify(value);
  // The parsed number has lost digits that JavaScript cannot represent.
  return source ?? String(value);
}

type AnyDocument = Document<Node, boolean> | Document.Parsed;

/** Resolves aliases. The library walks the document for each; this walks it once for all of them. */
function createAliasResolver(document: AnyDocument): (alias: Alias) => Node | undefined {
  let targets: ReadonlyMap<Alias, Node> | undefined;
  return (alias) => {
    targets ??= findTargets(document);
    return targets.get(alias);
  };
}

/** An alias refers to the last node before it with its anchor. */
function findTargets(document: AnyDocument): ReadonlyMap<Alias, Node> {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  const keep = (_: unknown, node: Node): void => {
    if ("anchor" in node && typeof node.anchor === "string") anchors.set(node.anchor, node);
  };
  visit(document, {
    Map: keep,
    Seq: keep,
    Scalar: keep,
    Alias(_, alias) {
      const target = anchors.get(alias.source);
      if (target !== undefined) targets.set(alias, target);
    },
  });
  return targets;
}
