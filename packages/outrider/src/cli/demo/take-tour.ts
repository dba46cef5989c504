import type { Answer, ConnectedServer } from "../connect-server.ts";
import { isPartial, judgeAnswer } from "./judge-answer.ts";
import type { MeasurePlain, PlainCost } from "./plain-cost.ts";
import type { Stop } from "./plan-tour.ts";

/** A question with what it got, and what it would have cost without us. */
export interface Visit {
  readonly stop: Stop;
  readonly answer: Answer;
  /** How often it was asked: an answer that does not rest on all files yet is asked for again, until the time limit is reached. */
  readonly asked: number;
  /** Undefined where there is nothing to compare, as when ours is not the right answer. */
  readonly plain: PlainCost | undefined;
}

const maxTries = 6;
const timeoutMs = 15_000;

/** Asks one question after the other, each as soon as the one before was looked at. */
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

/** The server waits a little for files that it has not read, and then answers; the time of all tries counts. */
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
