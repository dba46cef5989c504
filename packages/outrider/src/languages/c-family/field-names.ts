import type { Node } from "web-tree-sitter";
import type { SymbolKind } from "../symbol-kind.ts";

/** In C, fields are named behind a dot, an arrow or in an initialiser; only the arguments of a macro may name one barely. */
export function mayBeFieldInC(name: Node): boolean {
  if (name.type === "field_identifier") return !isDeclaredField(name);
  if (name.type !== "identifier") return true;
  for (let at = name.parent; at !== null; at = at.parent) {
    if (at.type === "argument_list" || at.type === "ERROR" || at.type.startsWith("preproc_")) return true;
    if (at.type === "parameter_list" && name.parent?.id === at.id) return true;
  }
  return false;
}

/** In C++, methods name the fields of their class barely as well, so that only names of parameters are none. */
export function mayBeFieldInCpp(name: Node): boolean {
  if (name.type === "field_identifier") return !isDeclaredField(name);
  return name.type !== "identifier" || !isDeclaredBy(name, parameters);
}

const parameters: ReadonlySet<string> = new Set(["parameter_declaration", "optional_parameter_declaration"]);
const fields: ReadonlySet<string> = new Set(["field_declaration"]);

/** One that is no symbol is in a type without a name or inside of a function. */
function isDeclaredField(name: Node): boolean {
  return isDeclaredBy(name, fields);
}

function isDeclaredBy(name: Node, declarations: ReadonlySet<string>): boolean {
  let at = name;
  for (let around = at.parent; around !== null; around = at.parent) {
    if (around.childForFieldName("declarator")?.id !== at.id && around.type !== "reference_declarator") return false;
    if (declarations.has(around.type)) return true;
    at = around;
  }
  return false;
}

const tagged: ReadonlySet<string> = new Set([
  "struct_specifier",
  "union_specifier",
  "enum_specifier",
  "class_specifier",
]);
const tagKinds: readonly SymbolKind[] = ["struct", "enum", "class", "interface", "type", "trait", "macro"];

/** `struct name` means a type, whatever else has the name. */
export function kindsOfTag({ parent, id }: Node): readonly SymbolKind[] | undefined {
  const isTag = parent !== null && tagged.has(parent.type) && parent.childForFieldName("name")?.id === id;
  return isTag ? tagKinds : undefined;
}
