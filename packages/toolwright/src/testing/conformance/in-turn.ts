import { endsWithin } from "../waiting.ts";

// Every wait inside a check has its own limit; this one is for what nobody thought of.
const turnLimitMs = 120_000;

let last: Promise<unknown> = Promise.resolve();

/** Checks look at the whole process (its handles, its children), so that only one may run at a time. */
export function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = last.then(() => withinTurn(work()));
  last = result.catch(() => {});
  return result;
}

async function withinTurn<Result>(work: Promise<Result>): Promise<Result> {
  if (await endsWithin(work, turnLimitMs)) return await work;
  throw new Error(`A check took longer than ${turnLimitMs} ms and was left behind.`);
}
