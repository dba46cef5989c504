export { containHandlers } from "./contain-handlers.ts";
export { hideVariables } from "./hide-variables.ts";
export { createProcessRunner, type NodeProcessRunner, type ProcessRunnerOptions } from "./runner.ts";
export { systemPrincipal } from "./system-user.ts";
export { settleWithin } from "./settle-within.ts";
export {
  findSandbox,
  type NoSandbox,
  type OpenSandbox,
  type SandboxDriver,
  type SandboxOptions,
} from "./sandbox/find-sandbox.ts";
