import type { Node } from "web-tree-sitter";
import type { DeclaredName } from "./declared-name.ts";

/** The name that a declaration begins with, below any number of what may stand around it: `f` in `A.f(x)::T where T`. */
export function findLeadingName(start: Node): DeclaredName | undefined {
  let owner: string | undefined;
  let node = start;
  for (let steps = 0; steps < mostSteps; steps += 1) {
    // A function without a name begins with its parameters.
    if (node.type === "argument_list") return undefined;
    const first = node.firstNamedChild;
    if (first === null) return { node, owner, isFunction: false };
    const isQualified = node.type === "field_expression" || node.type === "qualified";
    if (node.type === "field_expression") owner = first.text;
    node = isQualified || isReceiver(node) ? (node.lastNamedChild ?? first) : first;
  }
  return undefined;
}

const mostSteps = 30;

/** `(x::T)(y) = …` makes a `T` callable. */
function isReceiver(node: Node): boolean {
  return node.type === "typed_expression" && node.parent?.type === "parenthesized_expression";
}
