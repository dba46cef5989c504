export { type Approval, type ApprovalOptions, type ApprovalRequest } from "./access/approval.ts";
export { type CapabilityProbe, type CapabilityState } from "./access/capabilities.ts";
export { type AccessRequest, type AccessRules, type Decision, type Policy, type Verdict } from "./access/policy.ts";
export { type ClaimApproval } from "./access/sealed-state.ts";
export { type Continuation } from "./call/call-request.ts";
export { type FaultSource, type KernelEvent, logFaults } from "./call/events.ts";
export { type HiddenTool } from "./call/gate.ts";
export {
  type AnyKernel,
  type CallOptions,
  createKernel,
  type Kernel,
  type KernelOptions,
  type OutputOptions,
} from "./call/kernel.ts";
export {
  type CallFacts,
  type Failure,
  type NeedsApproval,
  type NeedsInput,
  type Outcome,
  renderOutcome,
  type Success,
} from "./call/outcome.ts";
export { type ProgressReport } from "./call/progress.ts";
export { type BoundedText, type SpillPosition } from "./output/bound.ts";
export { createOutputGuard, type Capped, type GuardCaps, type GuardInput, type OutputGuard } from "./output/guard.ts";
export { type FileCount, type Overflow, overflowSchema } from "./output/overflow.ts";
export { type Redact } from "./output/redact.ts";
export { countTokens, fitsTokens } from "./output/tokens.ts";
export {
  type SpilledOutput,
  type SpillFacts,
  type SpillPage,
  type SpillRange,
  type SpillStore,
} from "./output/spill-contract.ts";
export type {
  Attachment,
  Call,
  Caller,
  Clock,
  HandlerContainment,
  LogLevel,
  ProgressUpdate,
  Timer,
} from "./tool/call-context.ts";
export { ToolDefinitionError } from "./tool/check-definition.ts";
export { type Deferred, deferred } from "./tool/deferred.ts";
export { defineTool } from "./tool/define-tool.ts";
export { reads, writes } from "./tool/effects.ts";
export {
  type CapturedOutput,
  type EnvironmentInheritance,
  type ExecOptions,
  type ExecResult,
  type ExitInfo,
  type ProcessRunner,
  type ProcessSandbox,
  type ProcessScope,
  type ProcessScopeOptions,
  type RunningProcess,
  type SandboxedCommand,
  type SandboxPolicy,
  type SpawnOptions,
} from "./tool/process-contract.ts";
export { type Answers, askForm, type FormAnswer, type Question, type Questions, readForm } from "./tool/question.ts";
export { escapeHidden } from "./tool/describe-value.ts";
export { didYouMean, nearestName } from "./tool/nearest-name.ts";
export { type JsonObject, type JsonSchema, type Schema } from "./tool/schema.ts";
export { type ErrorReport, isToolError, type NextCall, type NextStep, ToolError } from "./tool/tool-error.ts";
export {
  type AnyTool,
  type Effects,
  type Example,
  type InputOf,
  type ServicesOf,
  type Tier,
  type Tool,
  type ToolDefinition,
  type ToolName,
  type ValueOf,
} from "./tool/tool.ts";
