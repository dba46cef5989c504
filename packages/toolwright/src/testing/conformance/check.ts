import { endsWithin } from "../waiting.ts";
import type { Subject } from "./subject.ts";

/** One promise that every tool has to keep, as the suite writes it down. */
export interface CheckDefinition {
  /** Stable: reports and exceptions refer to it. */
  readonly id: string;
  readonly title: string;
  /** Without an example that works there is nothing to see. */
  readonly needsExample?: boolean;
  /** Why this tool has nothing to check here; undefined when it has. */
  readonly findReasonToSkip?: (subject: Subject) => string | undefined | Promise<string | undefined>;
  /** Throws a ConformanceError when the promise is broken; resolves with the reason when nothing could be proven. */
  readonly examine: (subject: Subject) => Promise<string | undefined>;
}

let last: Promise<unknown> = Promise.resolve();

/** Checks look at the whole process (its handles, its children), so that only one may run at a time. */
export function inTurn<Result>(limitMs: number, work: () => Promise<Result>): Promise<Result> {
  const result = last.then(() => withinTurn(limitMs, work()));
  last = result.catch(() => {});
  return result;
}

async function withinTurn<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  if (await endsWithin(work, limitMs)) return await work;
  throw new Error(`A check took longer than ${limitMs} ms and was left behind.`);
}
