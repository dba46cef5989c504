import { accessRequirements } from "./access.ts";
import { agentLoopRequirements } from "./agent-loop.ts";
import { agentRequirements } from "./agent.ts";
import { auditRequirements } from "./audit.ts";
import { callRequirements } from "./call.ts";
import { chatRequirements } from "./chat.ts";
import { errorRequirements } from "./errors.ts";
import { inputRequirements } from "./input.ts";
import { mcpRequirements } from "./mcp.ts";
import { outputRequirements } from "./output.ts";
import { processRequirements } from "./processes.ts";
import { progressRequirements } from "./progress.ts";
import { residentRequirements } from "./resident.ts";
import { resourceRequirements } from "./resources.ts";
import { scriptRequirements } from "./script.ts";
import { taskRequirements } from "./tasks.ts";
import { toolSourceRequirements } from "./tool-source.ts";

/** Everything the kernel promises, by id. */
export const requirements = {
  ...callRequirements,
  ...errorRequirements,
  ...inputRequirements,
  ...outputRequirements,
  ...processRequirements,
  ...accessRequirements,
  ...progressRequirements,
  ...resourceRequirements,
  ...mcpRequirements,
  ...taskRequirements,
  ...toolSourceRequirements,
  ...scriptRequirements,
  ...auditRequirements,
  ...agentRequirements,
  ...agentLoopRequirements,
  ...chatRequirements,
  ...residentRequirements,
} as const;

export type RequirementId = keyof typeof requirements;
