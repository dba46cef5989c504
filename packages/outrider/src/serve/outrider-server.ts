import { defineServer, type ServerDefinition } from "toolwright/mcp";
import type { OpenedOutrider } from "../open-outrider.ts";
import full from "./instructions.md" with { type: "text" };
import slim from "./instructions-slim.md" with { type: "text" };

/** What a model is told at the start, about the tools it has. */
const instructions = { full, slim } as const;

/** What MCP clients are served: tools, resources and prompts of one Outrider. */
export function defineOutriderServer(outrider: OpenedOutrider, version: string): ServerDefinition {
  const { kernel, profile, resources, prompts, tell } = outrider;
  return defineServer({
    name: "outrider",
    title: "Outrider",
    version,
    instructions: instructions[profile],
    kernel,
    resources,
    prompts,
    onFault: (error) => void tell(error instanceof Error ? error.message : String(error)),
  });
}
