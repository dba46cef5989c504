export { type AgentOptions } from "./agent-options.ts";
export { type Agent, type AgentRun, createAgent, type RulePattern, type RunSettings } from "./create-agent.ts";
export {
  type Ask,
  type AskDecision,
  type CallResult,
  type EntryBody,
  type FinishReason,
  type InputPattern,
  type LogEntry,
  type ResponsePart,
  type RunEnd,
  type StopReason,
  type SubagentAsk,
  type TokenUsage,
  type UserPart,
} from "./log/entries.ts";
export { createMemoryThreads } from "./log/memory-store.ts";
export { isSubagentThread, subagentPrefix, subagentThread } from "./log/subagent-threads.ts";
export { type StoreCheck, threadStoreChecks } from "./log/store-checks.ts";
export {
  pruneThreads,
  type ThreadFacts,
  type ThreadLog,
  type ThreadRetention,
  type ThreadStore,
} from "./log/thread-store.ts";
export { type AiSdkModel, type AiSdkSettings, fromAiSdk } from "./model/ai-sdk.ts";
export { type Cassette, type RecordedCall, recordModel, replayModel } from "./model/cassette.ts";
export {
  type Model,
  ModelError,
  type ModelErrorKind,
  type ModelEvent,
  type ModelMessage,
  type ModelRequest,
  type ModelResult,
  type ModelTool,
} from "./model/model.ts";
export { type RetryPolicy } from "./model/retry.ts";
export { type AgentEvent, type PendingAsk, type RunOutcome, type UnknownTool } from "./run/events.ts";
export {
  type AfterToolVerdict,
  type AgentHooks,
  type BeforeModelVerdict,
  type BeforeToolVerdict,
  type HookContext,
  type ResponseFacts,
  type ResponseVerdict,
} from "./run/hooks.ts";
export { type AnyCall, type CallOf, type HostTool, type NamedTool } from "./run/tool-types.ts";
export { type ModelPrice, type RunLimits } from "./run/limits.ts";
export { type ContextLimits } from "./run/run-parts.ts";
export { type Subagent, type SubagentInput, type SubagentTool } from "./subagents/subagent.ts";
export { type AgentTelemetry, type ObservedCall } from "./run/telemetry.ts";
