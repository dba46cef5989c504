export { containHandlers } from "./contain-handlers.ts";
export { createProcessRunner, type NodeProcessRunner, type ProcessRunnerOptions } from "./runner.ts";
export { settleWithin } from "./settle-within.ts";
