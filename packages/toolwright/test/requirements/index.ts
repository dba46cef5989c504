import { accessRequirements } from "./access.ts";
import { callRequirements } from "./call.ts";
import { errorRequirements } from "./errors.ts";
import { outputRequirements } from "./output.ts";
import { processRequirements } from "./processes.ts";
import { progressRequirements } from "./progress.ts";

/** Everything the kernel promises, by id. */
export const requirements = {
  ...callRequirements,
  ...errorRequirements,
  ...outputRequirements,
  ...processRequirements,
  ...accessRequirements,
  ...progressRequirements,
} as const;

export type RequirementId = keyof typeof requirements;
