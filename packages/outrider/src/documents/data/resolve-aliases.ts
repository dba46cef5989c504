import { type Alias, type Document, type Node, visit } from "yaml";

export type AnyDocument = Document<Node, boolean> | Document.Parsed;

/** Resolves aliases. The library walks the document for each; this walks it once for all of them. */
export function createAliasResolver(document: AnyDocument): (alias: Alias) => Node | undefined {
  let targets: ReadonlyMap<Alias, Node> | undefined;
  return (alias) => {
    targets ??= findTargets(document);
    return targets.get(alias);
  };
}

/** An alias refers to the last node before it with its anchor. */
function findTargets(document: AnyDocument): ReadonlyMap<Alias, Node> {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  const keep = (_: unknown, node: Node): void => {
    if ("anchor" in node && typeof node.anchor === "string") anchors.set(node.anchor, node);
  };
  visit(document, {
    Map: keep,
    Seq: keep,
    Scalar: keep,
    Alias(_, alias) {
      const target = anchors.get(alias.source);
      if (target !== undefined) targets.set(alias, target);
    },
  });
  return targets;
}
