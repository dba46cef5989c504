import { defineServer, type ServerDefinition } from "toolwright/mcp";
import type { OutriderFace } from "../open-outrider.ts";
import { projectField, pageFields } from "../tools/fields.ts";
import { instructions } from "./instructions.ts";

/** Fields that mean the same everywhere and that instructions explain. */
const shared = Object.entries({ ...projectField, ...pageFields });
const brief = { explained: Object.fromEntries(shared.map(([name, { description = "" }]) => [name, description])) };

/** What MCP clients are served: the tools, resources and prompts of one Outrider. */
export function defineOutriderServer(outrider: OutriderFace, version: string): ServerDefinition {
  const { kernel, profile, resources, prompts, tell } = outrider;
  return defineServer({
    name: "outrider",
    title: "Outrider",
    version,
    instructions: instructions[profile],
    kernel,
    // Of its two tools, none has such fields.
    ...(profile === "script" ? {} : { brief }),
    resources,
    prompts,
    onFault: (error) => void tell(error instanceof Error ? error.message : String(error)),
  });
}
