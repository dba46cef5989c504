import type { Node } from "web-tree-sitter";
import type { ImportedName, ImportFact } from "../modules/module-facts.ts";
import { childrenOf, spanOf } from "../modules/tree-spans.ts";

/** `import … from "x"` and `export … from "x"`. */
export function readEcmascriptImport(node: Node): ImportFact | undefined {
  if (node.type !== "import_statement" && node.type !== "export_statement") return undefined;
  const required = childrenOf(node).find(({ type }) => type === "import_require_clause");
  const source = (required ?? node).childForFieldName("source");
  if (source === null) return undefined;
  const isReexport = node.type === "export_statement";
  const isTypeOnly = node.children.some((child) => child?.type === "type") || /^export\s+type\b/.test(node.text);
  const names = required === undefined ? namesIn(node, isReexport) : requiredName(required);
  return {
    ...sourceOf(source),
    span: spanOf(node),
    form: "static",
    isTop: isAtTop(node),
    isTypeOnly,
    isReexport,
    names,
  };
}

const loaders = /^(?:require(?:\.resolve)?|import|(?:jest|vi|vitest)\.\w+|(?:require|import\.meta)\.\w+)$/;

/** `import("x")`, `require("x")`, `jest.mock("x")`, `declare module "x"`. */
export function readLaterImport(node: Node): ImportFact | undefined {
  const source = laterSource(node);
  if (source === undefined) return undefined;
  const rest = { form: "later", isTypeOnly: false, isReexport: false, names: [] } as const;
  return { ...sourceOf(source), span: spanOf(node), isTop: isAtTop(node), ...rest };
}

function laterSource(node: Node): Node | undefined {
  if (node.type === "module") {
    const name = node.childForFieldName("name");
    return name?.type === "string" ? name : undefined;
  }
  if (node.type === "new_expression") return urlSource(node);
  if (node.type !== "call_expression") return undefined;
  if (!loaders.test(node.childForFieldName("function")?.text ?? "")) return undefined;
  const [first] = childrenOf(node.childForFieldName("arguments"));
  const isPlain = first?.type === "string" || (first?.type === "template_string" && !first.text.includes("${"));
  return isPlain ? first : undefined;
}

/** `new URL("./x", import.meta.url)`. */
function urlSource(node: Node): Node | undefined {
  const [first, second] = childrenOf(node.childForFieldName("arguments"));
  const isUrl = node.childForFieldName("constructor")?.text === "URL" && second?.text === "import.meta.url";
  return isUrl && first?.type === "string" ? first : undefined;
}

function sourceOf(source: Node): Pick<ImportFact, "source" | "sourceSpan"> {
  return {
    source: source.text.slice(1, -1),
    sourceSpan: { start: source.startIndex + 1, end: source.endIndex - 1 },
  };
}

function isAtTop(node: Node): boolean {
  return node.parent?.type === "program";
}

function namesIn(statement: Node, isReexport: boolean): readonly ImportedName[] {
  if (!isReexport) {
    const clause = childrenOf(statement).find(({ type }) => type === "import_clause");
    return childrenOf(clause).flatMap(importedNames);
  }
  const all = statement.children.find((child) => child?.type === "*");
  if (all !== undefined && all !== null)
    return [{ kind: "all", name: "*", local: "*", isTypeOnly: false, span: spanOf(all) }];
  return childrenOf(statement).flatMap((child) => {
    if (child.type === "namespace_export") return [moduleName(child)];
    return child.type === "export_clause" ? childrenOf(child).flatMap(specifierName) : [];
  });
}

function importedNames(node: Node): readonly ImportedName[] {
  switch (node.type) {
    case "identifier":
      return [{ kind: "default", name: "default", local: node.text, isTypeOnly: false, span: spanOf(node) }];
    case "namespace_import":
      return [moduleName(node)];
    case "named_imports":
      return childrenOf(node).flatMap(specifierName);
    default:
      return [];
  }
}

function specifierName(node: Node): readonly ImportedName[] {
  const name = node.childForFieldName("name");
  if (name === null) return [];
  const isTypeOnly = node.children.some((child) => child?.type === "type" && child.startIndex < name.startIndex);
  const kind = name.text === "default" ? "default" : "named";
  return [
    {
      kind,
      name: name.text,
      local: node.childForFieldName("alias")?.text ?? name.text,
      isTypeOnly,
      span: spanOf(node),
    },
  ];
}

function moduleName(node: Node): ImportedName {
  const local = childrenOf(node).at(-1)?.text ?? "";
  return { kind: "module", name: "*", local, isTypeOnly: false, span: spanOf(node) };
}

function requiredName(clause: Node): readonly ImportedName[] {
  const [name] = childrenOf(clause);
  return name === undefined
    ? []
    : [{ kind: "module", name: "*", local: name.text, isTypeOnly: false, span: spanOf(name) }];
}
