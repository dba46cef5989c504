import type { JsonObject } from "../../tool/schema.ts";
import type { SeenCall } from "../seen.ts";
import { callsThatWorked, isSuccess } from "./calls.ts";
import type { Measured, ProbeContext } from "./probe.ts";

/** A call that worked and takes its time. */
export interface LongCall {
  readonly tool: string;
  readonly input: JsonObject;
  readonly wholeMs: number;
}

/** Calls that took at least this long, the longest first. */
export function findLongCalls(
  context: ProbeContext,
  { calls = [] }: Measured,
  leastMs: number,
  most: number,
): readonly LongCall[] {
  return callsThatWorked(context, calls)
    .map((call) => ({ tool: call.tool, input: call.input, wholeMs: timeOf(call) }))
    .filter(({ wholeMs }) => wholeMs >= leastMs)
    .toSorted((left, right) => right.wholeMs - left.wholeMs)
    .slice(0, most);
}

function timeOf({ reply }: SeenCall): number {
  return isSuccess(reply) ? reply.afterMs : 0;
}
