import type { Node } from "web-tree-sitter";
import type { DeclaredName, ImportFact, ModuleContent, NameUse } from "../modules/module-facts.ts";
import { childrenOf, fieldChildren, spanOf } from "../modules/tree-spans.ts";

/** Only uses of packages count: all files of a package see what it declares. */
export function readGoModule(root: Node): ModuleContent {
  const statements = childrenOf(root).filter(({ type }) => type !== "comment");
  return {
    broken: root.hasError,
    imports: root.descendantsOfType("import_spec").flatMap(readSpec),
    exports: [],
    declared: statements.flatMap(declaredNames),
    uses: [...packageUses(root, "selector_expression", "operand"), ...packageUses(root, "qualified_type", "package")],
    statements: statements.map(spanOf),
  };
}

function readSpec(spec: Node | null): readonly ImportFact[] {
  const path = spec?.childForFieldName("path");
  if (!spec || !path) return [];
  const source = path.text.slice(1, -1);
  const name = spec.childForFieldName("name");
  const local = name?.text ?? packageName(source);
  return [
    {
      span: spanOf(spec),
      form: "static",
      source,
      sourceSpan: { start: path.startIndex + 1, end: path.endIndex - 1 },
      isTop: true,
      isTypeOnly: false,
      isReexport: false,
      names: [
        {
          kind: local === "." || local === "_" ? "all" : "module",
          name: "*",
          local,
          isTypeOnly: false,
          span: spanOf(spec),
        },
      ],
    },
  ];
}

/** By convention only; the package clause may declare another name. */
function packageName(source: string): string {
  const parts = source.split("/").filter((part) => !/^v\d+$/.test(part));
  return (parts.at(-1) ?? source).replace(/\.v\d+$/, "");
}

const declarations = new Set(["function_declaration", "type_spec", "type_alias", "const_spec", "var_spec"]);

function declaredNames(statement: Node): readonly DeclaredName[] {
  const specs = statement.type === "function_declaration" ? [statement] : specsIn(statement);
  return specs.flatMap((spec) =>
    fieldChildren(spec, "name").map((name) => ({ name: name.text, start: name.startIndex })),
  );
}

function specsIn(statement: Node): readonly Node[] {
  if (!/^(?:type|const|var)_declaration$/.test(statement.type)) return [];
  return childrenOf(statement).flatMap((child) =>
    declarations.has(child.type) ? [child] : childrenOf(child).filter(({ type }) => declarations.has(type)),
  );
}

function packageUses(root: Node, type: string, field: string): readonly NameUse[] {
  return root.descendantsOfType(type).flatMap((node) => {
    const name = node?.childForFieldName(field);
    if (!name || (name.type !== "identifier" && name.type !== "package_identifier")) return [];
    return [{ name: name.text, start: name.startIndex, members: [], isWritten: false, isDeferred: false }];
  });
}
