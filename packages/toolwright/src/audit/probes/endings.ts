import { setTimeout as pause } from "node:timers/promises";
import { signalProcess } from "../../process/signals.ts";
import { settleWithin } from "../../process/settle-within.ts";
import type { Ending } from "../seen.ts";
import { callsThatWorked } from "./calls.ts";
import { listAlive, readLoad } from "./server-load.ts";
import { defineProbe, type ProbeContext } from "./probe.ts";
import { NotMeasured } from "./target.ts";

const mostCalls = 4;

/** Ends the server in three ways, each after some work, and checks what is left. */
export const endingsProbe = defineProbe({ name: "endings", uses: ["calls"] }, async (context, { calls = [] }) => {
  if (context.target.transport === "http")
    throw new NotMeasured("The audit does not end a server that it did not start.");
  context.status("ending the server");
  const some = callsThatWorked(context, calls).slice(0, mostCalls);
  const endings: Ending[] = [];
  for (const by of ["stdin closed", "SIGTERM", "SIGKILL"] as const) {
    if (context.signal.aborted) break;
    endings.push(await end(context, by, some));
  }
  return endings;
});

async function end(
  { target, limits, signal }: ProbeContext,
  by: "stdin closed" | "SIGTERM" | "SIGKILL",
  calls: ReturnType<typeof callsThatWorked>,
): Promise<Ending> {
  const { session, server, close } = await target.connect({ rough: true });
  if (server === undefined) throw new NotMeasured("The server is no process of the audit.");
  try {
    for (const { tool, input } of calls) await session.callTool(tool, input, limits.callMs);
    const family = await readLoad(server.pid);
    const startedAt = performance.now();
    if (by === "stdin closed") server.wire.closeInput();
    else signalProcess(server.pid, by);
    // A client that kills is gone itself, and its end of the pipe with it.
    if (by === "SIGKILL") server.wire.closeInput();
    const exited = await settleWithin(
      server.exited.then(() => true),
      limits.endMs,
    );
    const exitedAfterMs = exited === true ? performance.now() - startedAt : undefined;
    // Children hear of the end of their parent a moment later.
    const others = family.pids.filter((pid) => pid !== server.pid);
    let left = await listAlive(others);
    while (left.length > 0 && performance.now() - startedAt < limits.endMs) {
      await pause(100, undefined, { signal });
      left = await listAlive(others);
    }
    return { by, exitedAfterMs, waitedMs: performance.now() - startedAt, processesLeft: left.length };
  } finally {
    await close();
  }
}
