import type { Node } from "web-tree-sitter";
import type { DeclaredName, ExportFact, ImportFact, ModuleContent, ImportedName } from "../modules/module-facts.ts";
import { declare, type FoundUse, functionScope, openScope, outerUses, type Scope } from "../modules/name-scopes.ts";
import { childrenOf, spanOf, fieldChildren } from "../modules/tree-spans.ts";
import { bindPythonNames, childScope, pythonScope } from "./scopes.ts";

export function readPythonModule(root: Node): ModuleContent {
  const top = openScope(undefined, { isFunction: true });
  const imports: ImportFact[] = [];
  const declared: DeclaredName[] = [];
  const uses: FoundUse[] = [];
  const bound = new Set<number>();
  const bind = (node: Node, scope: Scope, from: number): void => {
    const { text: name, startIndex: start } = node;
    bound.add(start);
    if (scope.outer.has(name)) uses.push({ name, start, members: [], isWritten: true, scope });
    else if (scope === top) declared.push({ name, start });
    else declare(scope, name, from);
  };
  const open: { readonly node: Node; readonly scope: Scope }[] = [{ node: root, scope: top }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, scope: around } = next;
    const found = readPythonImports(node);
    if (found.length > 0) {
      imports.push(...found);
      if (around !== top) for (const each of found) for (const local of ownNames(each)) declare(around, local, 0);
      continue;
    }
    if (node.type === "future_import_statement") continue;
    if (node.type === "global_statement" || node.type === "nonlocal_statement") {
      for (const name of childrenOf(node)) functionScope(around).outer.add(name.text);
      continue;
    }
    const scope = pythonScope(node, around);
    for (const { name, place, from } of bindPythonNames(node)) {
      bind(name, place === "outside" ? around : place === "function" ? functionScope(scope) : scope, from);
    }
    if (isUse(node) && !bound.has(node.startIndex)) uses.push({ ...readUse(node), scope });
    if (node.type === "type") uses.push(...quotedUses(node, scope));
    for (const child of node.children.toReversed()) {
      if (child !== null) open.push({ node: child, scope: childScope(node, child, { scope, around }) });
    }
  }
  return {
    broken: root.hasError,
    imports: imports.toSorted((one, other) => one.span.start - other.span.start),
    exports: childrenOf(root).flatMap(readAll),
    declared,
    uses: outerUses(uses),
    statements: childrenOf(root).flatMap((node) => (node.type === "comment" ? [] : [spanOf(node)])),
  };
}

/** Imports inside a function are local, except for `import a.b`, whose dotted uses have to be found. */
function ownNames({ source, names }: ImportFact): readonly string[] {
  return names.flatMap(({ kind, local }) => (kind === "module" && source.split(".")[0] === local ? [] : [local]));
}

function isUse(node: Node): boolean {
  if (node.type !== "identifier") return false;
  const { parent } = node;
  if (parent?.type === "attribute") return parent.childForFieldName("attribute")?.startIndex !== node.startIndex;
  if (parent?.type === "keyword_argument") return parent.childForFieldName("name")?.startIndex !== node.startIndex;
  if (parent?.type === "keyword_pattern" || parent?.type === "dotted_name")
    return parent.startIndex === node.startIndex && parent.type === "dotted_name";
  return true;
}

function readUse(node: Node): Omit<FoundUse, "scope"> {
  const members: string[] = [];
  if (node.parent?.type === "dotted_name")
    members.push(
      ...childrenOf(node.parent)
        .slice(1)
        .map(({ text }) => text),
    );
  for (let at: Node = node; at.parent?.type === "attribute"; at = at.parent) {
    const member = at.parent.childForFieldName("attribute");
    if (member === null || member.startIndex <= at.startIndex) break;
    members.push(member.text);
  }
  const isWritten = node.parent?.type === "delete_statement" || isAugmented(node);
  return { name: node.text, start: node.startIndex, members, isWritten };
}

function isAugmented({ parent, startIndex }: Node): boolean {
  return parent?.type === "augmented_assignment" && parent.childForFieldName("left")?.startIndex === startIndex;
}

/** A type written as a string because it is declared further down. */
function quotedUses(type: Node, scope: Scope): readonly FoundUse[] {
  return type.descendantsOfType("string_content").flatMap((content) => {
    if (content === null) return [];
    return [...content.text.matchAll(/(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_]*((?:\.[\p{L}_][\p{L}\p{N}_]*)*)/gu)].map(
      ({ 0: whole, 1: rest = "", index }) => ({
        name: whole.slice(0, whole.length - rest.length),
        start: content.startIndex + index,
        members: rest.split(".").slice(1),
        isWritten: false,
        scope,
      }),
    );
  });
}

/** The names in `__all__ = [...]`. */
function readAll(statement: Node): readonly ExportFact[] {
  const [assignment] = childrenOf(statement);
  if (assignment?.childForFieldName("left")?.text !== "__all__") return [];
  return assignment.descendantsOfType("string").flatMap((node) => {
    if (node === null) return [];
    const name = childrenOf(node).find(({ type }) => type === "string_content")?.text ?? "";
    return [{ name, as: name, span: spanOf(node), statement: spanOf(statement) }];
  });
}

/** `import a.b, c` is one import per module; `from a import b, c` is a single one. */
function readPythonImports(node: Node): readonly ImportFact[] {
  if (node.type === "import_statement") return fieldChildren(node, "name").map((name) => moduleImport(node, name));
  if (node.type !== "import_from_statement") return [];
  const module = node.childForFieldName("module_name");
  if (module === null) return [];
  const all = childrenOf(node).find(({ type }) => type === "wildcard_import");
  const names = fieldChildren(node, "name").map(fromName);
  return [
    {
      ...shared(node, module),
      names: all === undefined ? names : [{ kind: "all", name: "*", local: "*", isTypeOnly: false, span: spanOf(all) }],
    },
  ];
}

function shared(statement: Node, module: Node): Omit<ImportFact, "names"> {
  return {
    span: spanOf(statement),
    form: "static",
    source: module.text.replaceAll(/\s/g, ""),
    sourceSpan: spanOf(module),
    isTop: statement.parent?.type === "module",
    isTypeOnly: false,
    isReexport: false,
  };
}

/** Without an alias, the first segment of the path becomes the name. */
function moduleImport(statement: Node, name: Node): ImportFact {
  const module = name.childForFieldName("name") ?? name;
  const alias = name.childForFieldName("alias")?.text;
  const local = alias ?? module.text.split(".")[0]?.trim() ?? "";
  const names: readonly ImportedName[] = [{ kind: "module", name: "*", local, isTypeOnly: false, span: spanOf(name) }];
  return { ...shared(statement, module), names };
}

function fromName(node: Node): ImportedName {
  const name = (node.childForFieldName("name") ?? node).text;
  const local = node.childForFieldName("alias")?.text ?? name;
  return { kind: "named", name, local, isTypeOnly: false, span: spanOf(node) };
}
