import { setTimeout as pause } from "node:timers/promises";
import { settleWithin } from "../../process/settle-within.ts";
import type { CancelledCall } from "../seen.ts";
import { findLongCalls, type LongCall } from "./long-call.ts";
import { defineProbe, type ProbeContext } from "./probe.ts";
import { NotMeasured } from "./target.ts";
import { readLoad, type ServerLoad } from "./server-load.ts";

/** Shorter calls would be over before it could be seen whether they were stopped. */
const leastMs = 2_500;
const cancelAfterMs = 200;
const watchMs = 2_000;
/** How much longer a call may take than the one that was measured. */
const graceMs = 1_000;
const mostTools = 2;

/** Cancels a call soon after its start and checks what goes on. */
export const cancelsProbe = defineProbe({ name: "cancels", uses: ["calls"] }, async (context, measured) => {
  if (context.target.transport === "http") throw new NotMeasured("Processes cannot be seen over HTTP.");
  const found = findLongCalls(context, measured, leastMs, mostTools);
  if (found.length === 0)
    throw new NotMeasured("No call that may be made takes 2.5 s; name one with --call and --inputs.");
  const seen: CancelledCall[] = [];
  for (const call of found) {
    context.status(`cancelling ${call.tool}`);
    seen.push(await cancelCall(context, call));
  }
  return seen;
});

async function cancelCall(
  { target, limits, signal }: ProbeContext,
  { tool, input, wholeMs }: LongCall,
): Promise<CancelledCall> {
  const { session, server, close } = await target.connect();
  const leader = server?.pid ?? -1;
  try {
    // The first call may start what stays, such as a language server: that is no work of the call that is cancelled.
    await session.callTool(tool, input, limits.callMs);
    // Work after the start, such as indexing, is none of it either.
    const idle = await watch(leader, signal);
    const before = await readLoad(leader);
    const { id, reply } = session.open("tools/call", { name: tool, arguments: input }, limits.callMs);
    await settleWithin(reply, cancelAfterMs);
    session.cancel(id);
    const cancelledAt = performance.now();
    const answered = reply.then((end) =>
      end.kind === "result" && end.result["isError"] !== true ? performance.now() - cancelledAt : undefined,
    );
    const busy = await watch(leader, signal);
    const after = await readLoad(leader);
    const isOn = after.pids.some((pid) => !before.pids.includes(pid)) || busy - idle > watchMs / 2;
    const answeredAfterMs = await settleWithin(answered, Math.max(0, wholeMs));
    // What is slow to stop may still end with the call's own deadline.
    if (isOn) await pause(Math.max(0, wholeMs + graceMs - (performance.now() - cancelledAt)), undefined, { signal });
    const busyAtEnd = isOn ? await watch(leader, signal) : 0;
    const atEnd = isOn ? await readLoad(leader) : after;
    const countNew = ({ pids }: ServerLoad): number => pids.filter((pid) => !before.pids.includes(pid)).length;
    return {
      tool,
      input,
      wholeMs,
      cancelledAfterMs: cancelAfterMs,
      answeredAfterMs,
      processesLeft: countNew(after),
      processesLeftAtEnd: countNew(atEnd),
      busyMs: busy,
      idleMs: idle,
      busyAtEndMs: busyAtEnd,
    };
  } finally {
    await close();
  }
}

/** Processor time in two seconds. */
async function watch(leader: number, signal: AbortSignal): Promise<number> {
  const before = await readLoad(leader);
  await pause(watchMs, undefined, { signal });
  const after = await readLoad(leader);
  return Math.max(0, (after.cpuMs ?? 0) - (before.cpuMs ?? 0));
}
