import type { Node } from "web-tree-sitter";
import type { DeclaredName, ExportFact, ImportFact, ModuleContent } from "../modules/module-facts.ts";
import { bindNames, type Binding, scopeOf } from "./scopes.ts";
import { readEcmascriptImport, readLaterImport } from "./imports.ts";
import { declare, type FoundUse, functionScope, openScope, outerUses, type Scope } from "../modules/name-scopes.ts";
import { spanOf } from "../modules/tree-spans.ts";

/** JavaScript and TypeScript. */
export function readEcmascriptModule(root: Node): ModuleContent {
  const top = openScope(undefined, { isFunction: true });
  const imports: ImportFact[] = [];
  const exports: ExportFact[] = [];
  const declared: DeclaredName[] = [];
  const uses: FoundUse[] = [];
  /** Positions of names that are declarations, which are not uses. */
  const bound = new Set<number>();
  const bind = ({ node, place }: Binding, scope: Scope): void => {
    const target = place === "function" ? functionScope(scope) : place === "outside" ? (scope.parent ?? scope) : scope;
    bound.add(node.startIndex);
    declare(target, node.text, node.startIndex);
    if (target === top) declared.push({ name: node.text, start: node.startIndex });
  };
  const open: { readonly node: Node; readonly scope: Scope }[] = [{ node: root, scope: top }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node } = next;
    const found = readEcmascriptImport(node) ?? readLaterImport(node);
    if (found !== undefined) imports.push(found);
    if (found?.form === "static") continue;
    if (node.type === "export_statement") exports.push(...readExports(node));
    const scope = scopeOf(node, next.scope);
    for (const binding of bindNames(node)) bind(binding, scope);
    if (isUse(node) && !bound.has(node.startIndex)) uses.push({ ...readUse(node), scope });
    // The last child is pushed first: enclosing nodes declare names before their contents are visited.
    for (const child of node.children.toReversed()) if (child !== null) open.push({ node: child, scope });
  }
  return {
    broken: root.hasError,
    imports: imports.toSorted((one, other) => one.span.start - other.span.start),
    exports,
    declared,
    uses: outerUses(uses),
    statements: root.namedChildren.flatMap((node) =>
      node === null || node.type === "comment" || node.type === "hash_bang_line" ? [] : [spanOf(node)],
    ),
  };
}

const useTypes = new Set([
  "identifier",
  "type_identifier",
  "shorthand_property_identifier",
  "shorthand_property_identifier_pattern",
]);

function isUse(node: Node): boolean {
  if (!useTypes.has(node.type)) return false;
  const { parent } = node;
  // `name` in `module.name`, and names that only document: `[start: number]`.
  if (parent?.type === "nested_type_identifier")
    return parent.childForFieldName("name")?.startIndex !== node.startIndex;
  if (parent?.type === "required_parameter" || parent?.type === "optional_parameter")
    return parent.childForFieldName("name")?.startIndex !== node.startIndex;
  return parent?.type !== "export_specifier" && parent?.type !== "namespace_export";
}

function readUse(node: Node): Pick<FoundUse, "name" | "start" | "members" | "isWritten"> {
  const members: string[] = [];
  for (let at: Node = node; at.parent !== null; at = at.parent) {
    const { parent } = at;
    const member = memberOf(parent);
    if (member === null || member === undefined || member.startIndex <= at.startIndex) break;
    members.push(member.text);
  }
  return { name: node.text, start: node.startIndex, members, isWritten: isWritten(node) };
}

function memberOf(parent: Node): Node | null | undefined {
  switch (parent.type) {
    case "member_expression":
    case "nested_identifier":
      return parent.childForFieldName("property");
    case "nested_type_identifier":
      return parent.childForFieldName("name");
    default:
      return undefined;
  }
}

const patterns = new Set([
  "array_pattern",
  "object_pattern",
  "pair_pattern",
  "rest_pattern",
  "assignment_pattern",
  "object_assignment_pattern",
]);

function isWritten(node: Node): boolean {
  let at = node;
  while (at.parent !== null && patterns.has(at.parent.type)) at = at.parent;
  switch (at.parent?.type) {
    case "assignment_expression":
    case "augmented_assignment_expression":
    case "for_in_statement":
      return at.parent.childForFieldName("left")?.startIndex === at.startIndex;
    case "update_expression":
      return true;
    default:
      return false;
  }
}

function readExports(statement: Node): readonly ExportFact[] {
  const clause = statement.namedChildren.find((child) => child?.type === "export_clause");
  const value = statement.childForFieldName("value");
  const whole = spanOf(statement);
  if (value?.type === "identifier") return [{ name: value.text, as: "default", span: spanOf(value), statement: whole }];
  return (clause?.namedChildren ?? []).flatMap((specifier): readonly ExportFact[] => {
    const name = specifier?.childForFieldName("name");
    if (specifier === null || specifier?.type !== "export_specifier" || !name) return [];
    const as = specifier.childForFieldName("alias")?.text ?? name.text;
    return [{ name: name.text, as, span: spanOf(specifier), statement: whole }];
  });
}
