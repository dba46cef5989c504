import type { Node } from "web-tree-sitter";
import type { LiteralKey } from "../literal-key.ts";

/** `Name` in `Opt{Name: 1}`, `[]Opt{{Name: 1}}` and `map[string]Opt{"a": {Name: 1}}`; a key of a list or map is a value. */
export function literalKeyAt(node: Node): LiteralKey | undefined {
  const element = node.parent;
  const pair = element?.parent;
  if (element?.type !== "literal_element" || pair?.type !== "keyed_element" || !isFirst(pair, element))
    return undefined;
  const { type, taken } = typeOfLiteral(pair.parent) ?? {};
  if (type === undefined || taken === undefined) return { key: "element" };
  const span = { start: type.startIndex, end: type.endIndex };
  if (type.type === "struct_type") return taken === 0 ? { key: "element", unnamed: span } : { key: "element" };
  if (taken === 0 && listTypes.has(type.type)) return { key: undefined };
  return { key: "element", type: { text: type.text, span }, taken };
}

interface LiteralType {
  readonly type: Node;
  /** How many times an element is taken out of it. */
  readonly taken: number;
}

const listTypes: ReadonlySet<string> = new Set(["slice_type", "array_type", "implicit_length_array_type", "map_type"]);

/** The type of a literal, or of an element of one that need not repeat its type. */
function typeOfLiteral(value: Node | null): LiteralType | undefined {
  const parent = value?.parent;
  if (parent?.type === "composite_literal") {
    const type = parent.childForFieldName("type");
    return type === null ? undefined : { type, taken: 0 };
  }
  if (parent?.type !== "literal_element") return undefined;
  const pair = parent.parent?.type === "keyed_element" ? parent.parent : undefined;
  const outer = typeOfLiteral((pair ?? parent).parent);
  return outer === undefined ? undefined : elementOf(outer, pair !== undefined && isFirst(pair, parent));
}

function elementOf({ type, taken }: LiteralType, isKey: boolean): LiteralType | undefined {
  if (taken > 0 || !listTypes.has(type.type)) return isKey ? undefined : { type, taken: taken + 1 };
  if (isKey && type.type !== "map_type") return undefined;
  const inner = type.childForFieldName(type.type === "map_type" ? (isKey ? "key" : "value") : "element");
  const meant = inner?.type === "pointer_type" ? inner.namedChild(0) : inner;
  return meant == null ? undefined : { type: meant, taken: 0 };
}

function isFirst(pair: Node, element: Node): boolean {
  return pair.namedChild(0)?.id === element.id;
}
