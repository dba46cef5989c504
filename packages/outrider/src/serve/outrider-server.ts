import { defineServer, type ServerDefinition } from "toolwright/mcp";
import type { OpenedOutrider } from "../open-outrider.ts";
import { projectField, pageFields } from "../tools/fields.ts";
import slim from "./instructions-slim.md" with { type: "text" };
import full from "./instructions.md" with { type: "text" };

/** The instructions a model gets at the start, matching its set of tools. */
const instructions = { full, slim } as const;

/** Fields that mean the same everywhere and that both instructions explain. */
const shared = Object.entries({ ...projectField, ...pageFields });
const brief = { explained: Object.fromEntries(shared.map(([name, { description = "" }]) => [name, description])) };

/** What MCP clients are served: the tools, resources and prompts of one Outrider. */
export function defineOutriderServer(outrider: OpenedOutrider, version: string): ServerDefinition {
  const { kernel, profile, resources, prompts, tell } = outrider;
  return defineServer({
    name: "outrider",
    title: "Outrider",
    version,
    instructions: instructions[profile],
    kernel,
    brief,
    resources,
    prompts,
    onFault: (error) => void tell(error instanceof Error ? error.message : String(error)),
  });
}
