import type { AgentParts } from "./run-parts.ts";

/** The models of an agent and its subagents whose price is not known. */
export function findUnpriced({ models, subagents, prices }: AgentParts): readonly string[] {
  const below = [...subagents.values()].flatMap(({ agent }) => agent.models);
  const ids = new Set([...models, ...below].map(({ id }) => id));
  return [...ids].filter((id) => prices[id] === undefined);
}
