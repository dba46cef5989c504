import type { Node } from "web-tree-sitter";
import type { ImpliedReceiver } from "../written-types.ts";

const blocks: ReadonlySet<string> = new Set(["block", "indented_block", "template_body", "case_clause"]);
const namedTypes: ReadonlySet<string> = new Set([
  "class_definition",
  "object_definition",
  "trait_definition",
  "enum_definition",
]);

/** Whose members are visible by their bare names inside the innermost type with a name: `import value._` and `new Type { … }`. */
export function impliedInScala(node: Node): readonly ImpliedReceiver[] {
  const found: ImpliedReceiver[] = [];
  for (let at = node; at.parent !== null && !namedTypes.has(at.parent.type); at = at.parent) {
    const { parent } = at;
    if (!blocks.has(parent.type)) continue;
    for (let before = at.previousSibling; before !== null; before = before.previousSibling)
      if (before.type === "import_declaration") found.push(...importedFrom(before));
    if (parent.type === "template_body" && parent.parent?.type === "instance_expression")
      found.push(madeFrom(parent.parent));
  }
  return found;
}

/** Names that are imported one by one are known from the import itself. */
function importedFrom(site: Node): readonly ImpliedReceiver[] {
  if (!site.namedChildren.some((child) => child.type === "namespace_wildcard")) return [];
  const parts = site.namedChildren.filter(({ type }) => type === "identifier");
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined || site.text.includes(",")) return [{}];
  return [{ value: { start: first.startIndex, end: last.endIndex } }];
}

function madeFrom(instance: Node): ImpliedReceiver {
  const type = instance.namedChildren.find((child) =>
    /^(?:stable_)?(?:type_identifier|generic_type)$/.test(child.type),
  );
  return type === undefined ? {} : { type: { start: type.startIndex, end: type.endIndex } };
}
