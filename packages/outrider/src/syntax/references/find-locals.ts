import type { Node, Tree } from "web-tree-sitter";
import type { ReferenceRules, Span } from "../../languages/language.ts";
import type { LoadedGrammar } from "../extract/load-grammar.ts";

export interface LocalName {
  readonly name: string;
  readonly start: number;
  /** Inside of which it hides what has the same name outside. */
  readonly scope: Span;
}

/** Parameters and local values that have one of the wanted names. */
export function findLocals(
  rules: ReferenceRules,
  tree: Tree,
  grammar: LoadedGrammar,
  { wanted, imported }: { readonly wanted: ReadonlySet<string>; readonly imported: ReadonlySet<number> },
): readonly LocalName[] {
  if (rules.locals === undefined) return [];
  const scopes = new Set(rules.scopes);
  return (
    grammar
      .query(rules.locals)
      .captures(tree.rootNode)
      // `const { name } = await import(…)` brings in what is outside.
      .filter(({ name, node }) => name === "local" && wanted.has(node.text) && !imported.has(node.startIndex))
      .flatMap(({ node }) => {
        const scope = scopeOf(node, scopes);
        return scope === undefined
          ? []
          : [{ name: node.text, start: node.startIndex, scope: { start: scope.startIndex, end: scope.endIndex } }];
      })
  );
}

/** Outside of every scope a name is no local one. */
function scopeOf(node: Node, scopes: ReadonlySet<string>): Node | undefined {
  for (let at = node.parent; at !== null; at = at.parent) if (scopes.has(at.type)) return at;
  return undefined;
}
