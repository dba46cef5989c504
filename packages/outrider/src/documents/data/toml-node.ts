import type { DataKind, DataNode, Span } from "./data-node.ts";

/** A value of a TOML text under construction: tables grow with every header that names them. */
export interface TomlNode extends DataNode {
  readonly spans: Span[];
  readonly table: Map<string, TomlNode>;
  readonly items: TomlNode[];
}

// Shared by values that are not tables: a long array has very many.
const noTable = new Map<string, TomlNode>();
const noItems: TomlNode[] = [];

export function createTomlNode(kind: DataKind, source = ""): TomlNode {
  const table = kind === "object" ? new Map<string, TomlNode>() : noTable;
  const items = kind === "array" ? [] : noItems;
  const spans: Span[] = [];
  return {
    kind,
    spans,
    table,
    items,
    entries: () =>
      kind === "array"
        ? items.map((node, key) => ({ key, node, spans: node.spans }))
        : [...table].map(([key, node]) => ({ key, node, spans: node.spans })),
    scalar: () => source,
  };
}

/** Puts a value below dotted keys; returns the tables on the way and the value, outermost first. */
export function assignTo(table: TomlNode, keys: readonly string[], value: TomlNode): readonly TomlNode[] {
  const passed: TomlNode[] = [];
  let at = table;
  for (const key of keys.slice(0, -1)) {
    at = childOf(at, key, "object");
    passed.push(at);
  }
  at.table.set(keys.at(-1) ?? "", value);
  return [...passed, value];
}

/** The table that a header opens, preceded by all that contain it; `[[name]]` adds one to an array. */
export function openTable(root: TomlNode, keys: readonly string[], isItem: boolean): readonly TomlNode[] {
  const passed: TomlNode[] = [];
  let at = root;
  for (const [index, key] of keys.entries()) {
    const isLast = index === keys.length - 1;
    at = childOf(at, key, isLast && isItem ? "array" : "object");
    passed.push(at);
    if (at.kind !== "array") continue;
    if (isLast && isItem) at.items.push(createTomlNode("object"));
    // Below an array of tables, the last one is meant.
    at = at.items.at(-1) ?? at;
    passed.push(at);
  }
  return passed;
}

function childOf(table: TomlNode, key: string, kind: DataKind): TomlNode {
  const known = table.table.get(key);
  if (known !== undefined) return known;
  const added = createTomlNode(kind);
  table.table.set(key, added);
  return added;
}
