import { describeProblems } from "../../call/describe-end.ts";
import { readInput } from "../../call/read-input.ts";
import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import type { SubagentAsk } from "../log/entries.ts";
import type { OpenCall } from "../log/open-calls.ts";
import { subagentThread } from "../log/subagent-threads.ts";
import { failedResult } from "../run/call-results.ts";
import { listAsks } from "../run/decide.ts";
import { endCall, returnResult } from "../run/end-call.ts";
import type { RunOutcome } from "../run/events.ts";
import type { RunEvent, RunParts, SubagentParts } from "../run/run-parts.ts";
import { describeEnd, describeForTelemetry } from "./describe-end.ts";
import { countSubagent, standAbove } from "./stand-above.ts";
import { watchWork } from "./watch-work.ts";

/**
 * Has a subagent work on a call, in a thread of its own that goes on where it stands. What comes of it is the result of the call, or
 * what the subagent waits for.
 */
export async function delegateCall(
  parts: RunParts,
  call: OpenCall,
  subagent: SubagentParts,
  input: JsonObject,
): Promise<void> {
  const { clock, telemetry } = parts;
  const { callId } = call.part;
  const read = await readInput(subagent.tool, input);
  if (!read.valid) {
    return await endCall(parts, call, failedResult("invalid_input", describeProblems(subagent.tool, read.problems)));
  }
  if (!(await countSubagent(parts, callId))) return await endCall(parts, call, noMoreResult);
  const startedAt = clock.now();
  const work = async () => describeForTelemetry(await runBelow(parts, call, subagent, readTask(read.parsed)));
  const { description } = subagent.tool;
  const observed = { callId, tool: subagent.name, description, input: read.input };
  const { outcome, isStalled } = await (telemetry?.call(observed, work) ?? work());
  if (outcome.status === "awaiting") return await askAbove(parts, call, subagent, outcome);
  const result = describeEnd(outcome, isStalled);
  await returnResult(parts, call, { ...result, durationMs: clock.now() - startedAt });
}

const noMoreResult = failedResult(
  "not_run",
  "Not run: this run has had all the subagents that it may have. Do the work yourself, or say what is left to do.",
);

function readTask(parsed: unknown): string {
  return isJsonObject(parsed) ? String(parsed["task"]) : "";
}

/** What came of the run of a subagent. */
export interface EndBelow {
  readonly outcome: RunOutcome;
  /** It was ended because nothing happened any more. */
  readonly isStalled: boolean;
}

async function runBelow(
  parts: RunParts,
  { part, phase }: OpenCall,
  { name, tool, agent, stallMs }: SubagentParts,
  task: string,
): Promise<EndBelow> {
  const { caller, subagentEvents, telemetry, emit } = parts;
  const { callId } = part;
  const thread = subagentThread(parts.thread.name, callId);
  const watch = watchWork(parts, stallMs, tool.title);

  function onEvent(event: RunEvent): void {
    watch.working(event.type === "retry" ? event.waitMs : 0);
    if (event.type === "call-start") emit({ type: "call-progress", callId, message: event.title });
    if (subagentEvents) emit({ type: "subagent", callId, tool: name, title: tool.title, event });
  }

  const begin = () =>
    parts.startBelow(agent, {
      thread,
      input: [{ type: "text", text: task }],
      settings: { signal: watch.signal, caller, subagentEvents },
      below: {
        above: standAbove(parts, { callId, name, working: watch.working }),
        decisions: "decisions" in phase ? (phase.decisions ?? []) : [],
        onEvent,
      },
    });
  try {
    const run = telemetry === undefined ? begin() : telemetry.run({ thread, subagent: name }, begin);
    return { outcome: await run.outcome, isStalled: watch.isStalled() };
  } finally {
    watch.stop();
  }
}

/** All that the subagent waits for stands in this thread too, so that people find it without looking for other threads. */
async function askAbove(
  parts: RunParts,
  { part: { callId } }: OpenCall,
  { name }: SubagentParts,
  outcome: RunOutcome,
): Promise<void> {
  const asks = outcome.asks.map((each): SubagentAsk => ({
    callId: each.callId,
    tool: each.tool,
    ask: each.ask,
    from: [name, ...each.from.map((below) => below.name)],
  }));
  await parts.thread.append({ type: "subagent_asked", callId, asks });
  const mine = listAsks(parts.thread.state(), parts).filter((ask) => ask.callId.startsWith(`${callId}/`));
  for (const ask of mine) parts.emit({ type: "asked", ask });
}
