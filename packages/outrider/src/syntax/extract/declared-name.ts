import type { Node } from "web-tree-sitter";

export interface DeclaredName {
  readonly node: Node;
  /** The qualifier before it: `A` in `A::b`. */
  readonly owner: string | undefined;
  /** The name is that of a function, not of a value, a function pointer or an array of those. */
  readonly isFunction: boolean;
}

/** The node of the name; with `follow`, the one at the end of C's nested declarators: `(*(*f)(int))[3]`. */
export function findDeclaredName(start: Node, follow: boolean): DeclaredName | undefined {
  if (!follow) return { node: start, owner: undefined, isFunction: false };
  const owners: string[] = [];
  let node = start;
  let isFunction = false;
  for (let steps = 0; steps < maxSteps; steps += 1) {
    if (node.type === "qualified_identifier") {
      const scope = node.childForFieldName("scope");
      if (scope !== null) owners.push(scope.type === "template_type" ? (nameOf(scope)?.text ?? "") : scope.text);
    }
    if (node.type === "nested_namespace_specifier") {
      const [outer, rest] = node.namedChildren;
      if (outer && rest) {
        owners.push(outer.text);
        node = rest;
        continue;
      }
    }
    // In `operator bool() const`, the parameters follow.
    const inner =
      node.type === "operator_cast"
        ? undefined
        : (nameOf(node) ?? node.childForFieldName("declarator") ?? unnamedDeclarator(node));
    if (inner === null || inner === undefined) {
      const owner = owners.length === 0 ? undefined : owners.join("/").replaceAll("::", "/");
      return { node, owner, isFunction: isFunction || node.type === "operator_cast" };
    }
    if (decisive.has(node.type)) isFunction = node.type === "function_declarator";
    node = inner;
  }
  return undefined;
}

const maxSteps = 30;

/** The innermost of these around the name tells what is declared. */
const decisive = new Set(["function_declarator", "pointer_declarator", "reference_declarator", "array_declarator"]);

function nameOf(node: Node): Node | null {
  return qualified.has(node.type) ? node.childForFieldName("name") : null;
}

const qualified = new Set([
  "qualified_identifier",
  "template_function",
  "template_type",
  "template_method",
  "dependent_name",
]);

/** Some declarators contain the inner one without a field name. */
function unnamedDeclarator(node: Node): Node | undefined {
  if (!node.type.endsWith("_declarator")) return undefined;
  return (
    node.namedChildren.find((child) => child?.type.endsWith("declarator") || child?.type.endsWith("identifier")) ??
    undefined
  );
}
