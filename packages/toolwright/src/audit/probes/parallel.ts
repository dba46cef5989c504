import type { ParallelCalls } from "../seen.ts";
import { isSuccess } from "./calls.ts";
import { findLongCalls } from "./long-call.ts";
import { defineProbe } from "./probe.ts";
import { NotMeasured } from "./target.ts";

const leastMs = 300;
const longestMs = 5_000;

/** Makes a call alone and four times at once, in a server that has just made it. */
export const parallelProbe = defineProbe({ name: "parallel", uses: ["calls"] }, async (context, measured) => {
  const { target, limits, listing } = context;
  const call = findLongCalls(context, measured, leastMs, 10).find(
    ({ tool, wholeMs }) =>
      wholeMs <= longestMs && listing.tools.find(({ name }) => name === tool)?.annotations["readOnlyHint"] === true,
  );
  if (call === undefined) throw new NotMeasured("No call that only reads takes between 0.3 and 5 s.");
  context.status(`calling ${call.tool} four times at once`);
  const { session, close } = await target.connect();
  try {
    const { tool, input } = call;
    const one = (): Promise<boolean> =>
      session.callTool(tool, input, limits.callMs).then(({ reply }) => isSuccess(reply));
    await one();
    const aloneMs = await measureTime(one);
    const togetherMs = await measureTime(() => Promise.all([one(), one(), one(), one()]));
    // What is fast from the second time on says nothing about calls side by side.
    if (aloneMs < leastMs) throw new NotMeasured(`${tool} is fast from the second call on.`);
    const seen: readonly ParallelCalls[] = [{ tool, aloneMs, togetherMs }];
    return seen;
  } finally {
    await close();
  }
});

async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
