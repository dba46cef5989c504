import type { Node } from "web-tree-sitter";
import type { ImportedName, ImportFact } from "../modules/module-facts.ts";
import { childrenOf, fieldChildren, spanOf } from "../modules/tree-spans.ts";

/** `import a.b, c` is one for each module; `from a import b, c` is one. */
export function readPythonImports(node: Node): readonly ImportFact[] {
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
    handsOn: false,
  };
}

/** Without an alias, the first word of the path is the name that is known afterwards. */
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
