import type { Answer, ConnectedServer } from "../connect-server.ts";
import type { MeasurePlain, PlainCost } from "./plain-cost.ts";
import type { Stop } from "./plan-tour.ts";

/** A question with what it got, and what it would have cost without us. */
export interface Visit {
  readonly stop: Stop;
  readonly answer: Answer;
  readonly plain: PlainCost | undefined;
}

/** Asks one question after the other, each as soon as the one before was looked at. */
export async function* takeTour(
  stops: readonly Stop[],
  server: Pick<ConnectedServer, "call" | "tools">,
  measurePlain: MeasurePlain,
): AsyncGenerator<Visit, void, undefined> {
  for (const stop of stops) {
    // A profile may leave a tool out.
    if (!server.tools.includes(stop.tool)) continue;
    const answer = await server.call(stop.tool, stop.input);
    yield { stop, answer, plain: stop.plain === undefined ? undefined : await measurePlain(stop.plain) };
  }
}
