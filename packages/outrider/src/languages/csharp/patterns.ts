import type { Node } from "web-tree-sitter";
import type { LiteralKey } from "../literal-key.ts";
import type { Span } from "../span.ts";
import type { SymbolKind } from "../symbol-kind.ts";

/** `Size` in `value is Box { Size: 3 }` names a member of what is compared, whose type may be written before it. */
export function patternKeyAt(name: Node): LiteralKey | undefined {
  const part = name.parent;
  if (part?.type !== "subpattern" || part.firstNamedChild?.id !== name.id || part.namedChildCount < 2) return undefined;
  const clause = part.parent;
  if (clause?.type !== "property_pattern_clause") return undefined;
  const type = clause.parent?.childForFieldName("type");
  if (type?.type !== "identifier" && type?.type !== "qualified_name") return { key: "alone" };
  return { key: "alone", type: { text: type.text, span: { start: type.startIndex, end: type.endIndex } } };
}

/** What a pattern declares in a `case`, in a branch of a `switch` expression or in the head of a loop is visible only there. */
export function partsWithPattern(name: Node): readonly Span[] | undefined {
  // `group a by b into c` goes on with `c` alone.
  if (name.parent?.type === "query_expression") return [{ start: name.startIndex, end: name.parent.endIndex }];
  if (!patterns.has(name.parent?.type ?? "")) return undefined;
  for (let at = name.parent; at !== null; at = at.parent) {
    const around = at.parent;
    if (around === null || inner.has(at.type)) return undefined;
    const isCase = around.type === "switch_section" && !at.type.endsWith("statement") && at.type !== "block";
    const isHead = around.type === "while_statement" && around.childForFieldName("body")?.id !== at.id;
    if (isCase || isHead || around.type === "switch_expression_arm")
      return [{ start: name.startIndex, end: around.endIndex }];
  }
  return undefined;
}

const patterns = new Set([
  "declaration_pattern",
  "recursive_pattern",
  "declaration_expression",
  "parenthesized_variable_designation",
]);

/** What has a scope of its own. */
const inner = new Set([
  "block",
  "lambda_expression",
  "anonymous_method_expression",
  "if_statement",
  "query_expression",
]);

/** `name:` and `goto name` mean a label, `(int name, int other)` the parts of a tuple: no symbols. */
export function kindsOfLabel({ id, parent }: Node): readonly SymbolKind[] | undefined {
  if (parent?.type === "tuple_element") return parent.childForFieldName("name")?.id === id ? [] : undefined;
  const isTarget = parent?.type === "goto_statement" && parent.child(1)?.id === id;
  const isLabel = parent?.type === "labeled_statement" && parent.firstChild?.id === id;
  return isTarget || isLabel ? [] : undefined;
}
