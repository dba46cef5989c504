import type { Node, Tree } from "web-tree-sitter";
import type { Span } from "../span.ts";
import type { BroughtName } from "../place-meaning.ts";

/** `::name`, also with arguments of a template. */
export function isRooted(name: Node): boolean {
  const { previousSibling, parent } = name;
  if (parent === null) return false;
  if (previousSibling !== null) return previousSibling.type === "::" && parent.firstChild?.id === previousSibling.id;
  return parent.type.startsWith("template_") && parent.firstChild?.id === name.id && isRooted(parent);
}

/** `name` in `auto make() -> name`. */
export function isResultType(name: Node): boolean {
  for (let at: Node | null = name; at !== null; at = at.parent) {
    if (at.previousSibling !== null)
      return at.previousSibling.type === "->" && at.parent?.type === "trailing_return_type";
  }
  return false;
}

/** What a lambda captures under a new name is visible in its body, and not in the value that it is given. */
export function partsWithCapture(name: Node): readonly Span[] | undefined {
  const { parent } = name;
  if (parent?.type !== "lambda_capture_initializer") return undefined;
  const body = parent.parent?.parent?.childForFieldName("body");
  const own = { start: name.startIndex, end: name.endIndex };
  return body == null ? [own] : [own, { start: body.startIndex, end: body.endIndex }];
}

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
