import type { Node, Tree } from "web-tree-sitter";
import type { BroughtName } from "../place-meaning.ts";
import type { Span } from "../span.ts";

interface UsedName extends BroughtName {
  readonly name: string;
  /** Where the name is visible. */
  readonly span: Span;
}

/** What `using a::b::name;` before a bare name makes of it: the innermost one counts. */
export function broughtBy(node: Node): BroughtName | undefined {
  const all = known.get(node.tree) ?? usedIn(node.tree);
  known.set(node.tree, all);
  const { startIndex, text } = node;
  return all.findLast(({ name, span }) => name === text && span.start <= startIndex && startIndex < span.end);
}

const known = new WeakMap<Tree, readonly UsedName[]>();

function usedIn({ rootNode }: Tree): readonly UsedName[] {
  return rootNode.descendantsOfType("using_declaration").flatMap((declaration): readonly UsedName[] => {
    const around = declaration.parent;
    const written = /^using\s+(?:typename\s+)?(?:::)?((?:\w+::)+)(\w+)\s*;?$/.exec(declaration.text);
    const [, qualifier, name] = written ?? [];
    // A type takes the names of the ones above it.
    if (around === null || around.type === "field_declaration_list" || qualifier === undefined || name === undefined)
      return [];
    const span = { start: declaration.endIndex, end: around.endIndex };
    return [{ name, qualifier: qualifier.slice(0, -2), span, isAlone: around.type === "compound_statement" }];
  });
}
