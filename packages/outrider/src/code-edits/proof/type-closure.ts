import { findSupertypes } from "../../syntax/hierarchy/find-supertypes.ts";
import type { Related, TypeSources, TypeStep } from "../../syntax/hierarchy/type-step.ts";
import type { GraphNode } from "../../syntax/references/graph-node.ts";

const maxTypes = 60;

/** A type, and the declaration whose members are meant. */
export type Holder = Pick<Related, "node" | "holder">;

export interface Closure {
  readonly types: readonly Holder[];
  /** There are more types than were searched. */
  readonly isCut: boolean;
  readonly outside: TypeStep["outside"];
}

/** A step to the types above, with their own members: the head of the subtype only names them. */
export function upwards(
  sources: TypeSources,
  options: Parameters<typeof findSupertypes>[2],
): (node: GraphNode) => Promise<TypeStep> {
  return async (node) => {
    const step = await findSupertypes(sources, node, options);
    return { ...step, related: step.related.map((each) => ({ ...each, holder: each.node.symbol })) };
  };
}

/** All types that are reached step by step, the first ones included. */
export async function closure(
  start: readonly Holder[],
  step: (node: GraphNode) => Promise<TypeStep>,
): Promise<Closure> {
  const types = [...start];
  const seen = new Set(types.map(({ node, holder }) => `${node.id} ${holder.nameSpan.start}`));
  const outside: TypeStep["outside"][number][] = [];
  let isCut = false;
  // Types added during the iteration are visited, too.
  for (const { node } of types) {
    if (types.length > maxTypes) return { types, isCut: true, outside };
    const { related, outside: unknown, unread } = await step(node);
    isCut ||= unread.length > 0;
    outside.push(...unknown);
    for (const { node: next, holder, at } of related) {
      const key = `${next.id} ${holder.nameSpan.start}`;
      if (seen.has(key)) continue;
      seen.add(key);
      // Members of a type that are declared in another file are searched there.
      const isApart = holder.nameSpan.start !== next.symbol.nameSpan.start;
      types.push({ node: isApart ? { ...next, file: at.file } : next, holder });
    }
  }
  return { types, isCut, outside };
}
