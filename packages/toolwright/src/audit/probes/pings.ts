import { setTimeout as pause } from "node:timers/promises";
import type { PingDuringCall } from "../seen.ts";
import { findLongCalls, type LongCall } from "./long-call.ts";
import { defineProbe, type ProbeContext } from "./probe.ts";
import { NotMeasured } from "./target.ts";

const leastMs = 1_000;
const everyMs = 100;
const mostTools = 2;
const mostPings = 100;

/** Pings the server while one of its calls runs. */
export const pingsProbe = defineProbe({ name: "pings", uses: ["calls"] }, async (context, measured) => {
  const found = findLongCalls(context, measured, leastMs, mostTools);
  if (found.length === 0)
    throw new NotMeasured("No call that may be made takes a second; name one with --call and --inputs.");
  const seen: PingDuringCall[] = [];
  for (const call of found) {
    context.status(`pinging during ${call.tool}`);
    seen.push(await pingDuring(context, call));
  }
  return seen;
});

async function pingDuring(
  { target, limits, signal }: ProbeContext,
  { tool, input }: LongCall,
): Promise<PingDuringCall> {
  const { session, close } = await target.connect();
  // The modern era has no ping, and answers this without any tool.
  const method = session.era === "legacy" ? "ping" : "server/discover";
  try {
    const startedAt = performance.now();
    const over = { now: false };
    const call = session.callTool(tool, input, limits.callMs).finally(() => {
      over.now = true;
    });
    const pings: Promise<number | undefined>[] = [];
    while (!over.now && !signal.aborted && pings.length < mostPings) {
      pings.push(
        session.request(method, {}, limits.answerMs).then((reply) =>
          // An error is an answer, too: the server was there.
          reply.kind === "result" || reply.kind === "error" ? reply.afterMs : undefined,
        ),
      );
      await Promise.race([call, pause(everyMs)]);
    }
    await call;
    const callMs = performance.now() - startedAt;
    return { tool, input, callMs, method, answersMs: await Promise.all(pings) };
  } finally {
    await close();
  }
}
