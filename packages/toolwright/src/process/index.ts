export type { HandlerContainment } from "../tool/call-context.ts";
export type {
  CapturedOutput,
  EnvironmentInheritance,
  ExecOptions,
  ExecResult,
  ExitInfo,
  ProcessRunner,
  ProcessScope,
  ProcessScopeOptions,
  RunningProcess,
  SpawnOptions,
} from "../tool/process-contract.ts";
export { containHandlers } from "./contain-handlers.ts";
export { createProcessRunner, type NodeProcessRunner, type ProcessRunnerOptions } from "./runner.ts";
export { settleWithin } from "./settle-within.ts";
