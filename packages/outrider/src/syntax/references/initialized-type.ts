import type { Node } from "web-tree-sitter";
import type { WrittenType } from "./type-path.ts";

/** The type that a designator names a field of: `Box` in `Box box = { .size = 1 }`, `Box boxes[] = { { .size = 1 } }` and `(Box){ .size = 1 }`. */
export function initializedType(designator: Node): WrittenType | undefined {
  const pair = designator.parent;
  // `.a.b = 1` names a field of a field.
  if (pair?.type !== "initializer_pair" || pair.firstNamedChild?.id !== designator.id) return undefined;
  let list = pair.parent;
  let depth = 0;
  for (let around = list?.parent; around != null; around = list?.parent) {
    const element = isElement(around) ? around.parent : around;
    if (element?.type !== "initializer_list") break;
    list = element;
    depth += 1;
  }
  const holder = list?.parent;
  const declaration = holder?.type === "init_declarator" ? holder.parent : holder;
  if (holder == null || declaration == null || !holders.has(holder.type)) return undefined;
  const [declarator, arrays] = arraysIn(holder);
  if (declarator !== undefined || arrays !== depth) return undefined;
  return nameOf(declaration.childForFieldName("type"));
}

const holders: ReadonlySet<string> = new Set(["init_declarator", "compound_literal_expression"]);

/** `[0] = { … }` in a list. */
function isElement(pair: Node): boolean {
  return pair.type === "initializer_pair" && pair.firstNamedChild?.type === "subscript_designator";
}

/** How many dimensions the declared value has, and what it is if that is neither a value nor an array. */
function arraysIn(holder: Node): readonly [string | undefined, number] {
  const type = holder.childForFieldName("type");
  let at = (type ?? holder).childForFieldName("declarator");
  let arrays = 0;
  for (; at?.type.endsWith("array_declarator") === true; at = at.childForFieldName("declarator")) arrays += 1;
  return [at === null || at.type === "identifier" ? undefined : at.type, arrays];
}

function nameOf(type: Node | null): WrittenType | undefined {
  if (type === null) return undefined;
  const inner = type.type === "type_descriptor" ? type.childForFieldName("type") : type;
  const name = inner?.type.endsWith("_specifier") === true ? inner.childForFieldName("name") : inner;
  return name == null ? undefined : { text: name.text, span: { start: name.startIndex, end: name.endIndex } };
}
