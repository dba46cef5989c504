import { defineServer, type ServerDefinition } from "toolwright/mcp";
import type { OpenedOutrider } from "../open-outrider.ts";
import instructions from "./instructions.md" with { type: "text" };

/** What MCP clients are served: tools, resources and prompts of one Outrider. */
export function defineOutriderServer(outrider: OpenedOutrider, version: string): ServerDefinition {
  const { kernel, resources, prompts, tell } = outrider;
  return defineServer({
    name: "outrider",
    title: "Outrider",
    version,
    instructions,
    kernel,
    resources,
    prompts,
    onFault: (error) => void tell(error instanceof Error ? error.message : String(error)),
  });
}
