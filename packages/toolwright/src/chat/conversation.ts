import type { Agent, AgentRun } from "../agent/create-agent.ts";
import type { PendingAsk, RunOutcome } from "../agent/run/events.ts";
import { errorCode } from "../tool/tool-error.ts";
import { systemPrincipal } from "../process/system-user.ts";
import type { Decided } from "./ask/decide-here.ts";
import type { Watcher } from "./show/watcher.ts";

/** A thread with a model, watched by one reader. */
export interface Conversation {
  readonly agent: Agent;
  readonly thread: string;
  readonly watcher: Watcher;
  /** Says what is to be done with what waits. */
  readonly decide: (asks: readonly PendingAsk[], signal: AbortSignal) => Promise<Decided>;
}

/** Deals with an input, or goes on where the thread stands, until it has an end or nobody decides. */
export async function converse(
  conversation: Conversation,
  input: string | undefined,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const outcome = await follow(conversation, input, signal);
  await conversation.watcher.end(outcome);
  return outcome;
}

async function follow(
  { agent, thread, watcher, decide }: Conversation,
  input: string | undefined,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const settings = { signal, caller: { host: "chat", principal: systemPrincipal() } };
  let run: AgentRun = input === undefined ? agent.resume(thread, settings) : agent.run(thread, input, settings);
  for (;;) {
    for await (const event of run) await watcher.show(event, signal);
    const outcome = await run.outcome;
    if (outcome.status !== "awaiting") return outcome;
    const { decisions, isLeft } = await decide(outcome.asks, signal);
    try {
      if (signal.aborted) {
        await agent.cancel(thread);
        return { ...outcome, status: "cancelled", asks: [] };
      }
      if (Object.keys(decisions).length === 0) return outcome;
      const asks = await agent.decide(thread, decisions);
      if (isLeft) return { ...outcome, asks };
    } catch (error) {
      // Another program has taken the thread meanwhile, or its store is gone; what waits still waits.
      const message = error instanceof Error ? error.message : String(error);
      return { ...outcome, status: "failed", code: errorCode(error) ?? "crashed", message, recoverable: true };
    }
    run = agent.resume(thread, settings);
  }
}
