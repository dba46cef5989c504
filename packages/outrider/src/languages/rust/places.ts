import type { Node } from "web-tree-sitter";
import type { LiteralKey } from "../literal-key.ts";
import { type SymbolKind, symbolKinds } from "../symbol-kind.ts";

/** Nodes inside which a name is visible. */
export const rustScopes = [
  "function_item",
  "function_signature_item",
  "closure_expression",
  "block",
  "match_arm",
  "for_expression",
  "struct_item",
  "enum_item",
  "trait_item",
  "impl_item",
  "type_item",
];

const scopes: ReadonlySet<string> = new Set(rustScopes);

/** `Unit` in `Shape<Unit = u64>` is a type of the trait. */
export function literalKeyAt(node: Node): LiteralKey | undefined {
  const binding = node.parent;
  if (binding?.type !== "type_binding" || binding.childForFieldName("name")?.id !== node.id) return undefined;
  const trait = binding.parent?.parent?.childForFieldName("type");
  if (trait == null) return undefined;
  return { key: "alone", type: { text: trait.text, span: { start: trait.startIndex, end: trait.endIndex } } };
}

/** What a pattern binds is visible in the scope around; in a condition, where that holds. */
export function scopeOfName(name: Node): Node | undefined {
  let isChain = false;
  let isCondition = false;
  for (let at = name.parent; at !== null; at = at.parent) {
    isChain ||= at.type === "let_chain";
    isCondition ||= at.type === "let_condition";
    if (isCondition && (at.type === "if_expression" || at.type === "while_expression"))
      return isChain ? at : (at.childForFieldName("consequence") ?? at.childForFieldName("body") ?? at);
    if (scopes.has(at.type)) return at;
  }
  return undefined;
}

const named: readonly SymbolKind[] = ["module", "enum", "struct", "trait", "type"];
const notCalled = symbolKinds.filter((kind) => kind !== "macro");

/** Labels and lifetimes name nothing, macros have names of their own, and what precedes `::` has names inside. */
export function kindsAt(node: Node): readonly SymbolKind[] | undefined {
  const { parent } = node;
  if (parent?.type === "label" || parent?.type === "lifetime") return [];
  if (parent?.type === "macro_invocation" && parent.childForFieldName("macro")?.id === node.id) return ["macro"];
  if (parent?.type === "call_expression") return notCalled;
  let last = node;
  while (last.nextSibling === null && last.parent !== null && usePaths.has(last.parent.type)) last = last.parent;
  if (last.nextSibling?.type !== "::") return undefined;
  // `name::<Type>()` is a call.
  return /^(?:<|type_arguments)$/.test(last.nextSibling.nextSibling?.type ?? "") ? undefined : named;
}

const usePaths: ReadonlySet<string> = new Set([
  "scoped_identifier",
  "scoped_use_list",
  "use_list",
  "use_as_clause",
  "use_wildcard",
]);
