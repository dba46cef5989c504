import { endsWithin } from "../waiting.ts";

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
