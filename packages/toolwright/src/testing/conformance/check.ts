import { endsWithin } from "../waiting.ts";
import type { Subject } from "./subject.ts";

/** One guarantee that every tool has to keep, as defined by the suite. */
export interface CheckDefinition {
  /** Stable: reports and exceptions refer to it. */
  readonly id: string;
  readonly title: string;
  /** Without a working example there is nothing to see. */
  readonly needsExample?: boolean;
  /** Why this tool has nothing to check here; undefined if it has. */
  readonly findReasonToSkip?: (subject: Subject) => string | undefined | Promise<string | undefined>;
  /** Throws a ConformanceError if the guarantee is broken; resolves with the reason if nothing could be proven. */
  readonly examine: (subject: Subject) => Promise<string | undefined>;
}

let last: Promise<unknown> = Promise.resolve();

/** Checks observe the whole process (its handles, its children), so only one may run at a time. */
export function inTurn<Result>(limitMs: number, work: () => Promise<Result>): Promise<Result> {
  const result = last.then(() => withinTurn(limitMs, work()));
  last = result.catch(() => {});
  return result;
}

async function withinTurn<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  if (await endsWithin(work, limitMs)) return await work;
  throw new Error(`A check took longer than ${limitMs} ms and was left behind.`);
}
