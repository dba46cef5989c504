import type { Node } from "web-tree-sitter";

/** In the block of `value.instance_eval` and the like, a bare name is a method of that value. */
export function selfAround(name: Node): "other" | undefined {
  for (let at = name.parent; at !== null; at = at.parent) {
    if (at.type !== "block" && at.type !== "do_block") continue;
    if (evaluators.test(at.parent?.childForFieldName("method")?.text ?? "")) return "other";
  }
  return undefined;
}

const evaluators = /^(?:instance|class|module)_(?:eval|exec)$/;
