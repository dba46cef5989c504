import type { Answer, ConnectedServer } from "../connect-server.ts";
import { isPartial, judgeAnswer } from "./judge-answer.ts";
import type { MeasurePlain, PlainCost } from "./plain-cost.ts";
import type { Stop } from "./plan-tour.ts";

/** A question with its answer, and the cost of answering without Outrider. */
export interface Visit {
  readonly stop: Stop;
  readonly answer: Answer;
  /** How often it was asked: while an answer does not cover all files yet, it is asked again until the time limit is reached. */
  readonly asked: number;
  /** Undefined if there is nothing to compare, for example if our answer is wrong. */
  readonly plain: PlainCost | undefined;
}

const maxTries = 6;
const timeoutMs = 15_000;

/** Asks the questions one by one, each after the previous answer was consumed. */
export async function* takeTour(
  stops: readonly Stop[],
  server: Pick<ConnectedServer, "call" | "tools">,
  measurePlain: MeasurePlain,
): AsyncGenerator<Visit, void, undefined> {
  for (const stop of stops) {
    // A profile may leave a tool out.
    if (!server.tools.includes(stop.tool)) continue;
    const { answer, asked } = await askUntilWhole(stop, server);
    const isRight = stop.expected === undefined || judgeAnswer(answer.text, stop.expected).found;
    const plain = stop.plain !== undefined && isRight ? await measurePlain(stop.plain) : undefined;
    yield { stop, answer, asked, plain };
  }
}

/** The server waits only briefly for files it has not read; the time of all attempts counts. */
async function askUntilWhole(
  { tool, input }: Stop,
  server: Pick<ConnectedServer, "call">,
): Promise<Pick<Visit, "answer" | "asked">> {
  let ms = 0;
  for (let asked = 1; ; asked += 1) {
    const answer = await server.call(tool, input);
    ms += answer.ms;
    const isFinal = tool !== "semantic_search" || !isPartial(answer.text);
    if (isFinal || asked >= maxTries || ms >= timeoutMs) return { answer: { ...answer, ms }, asked };
  }
}
