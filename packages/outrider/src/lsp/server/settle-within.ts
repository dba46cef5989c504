import { ServerError } from "../wire/connection.ts";

/** The value of `work`, or undefined when it takes longer. Leaves no timer behind. */
export async function settleWithin<Value>(work: Promise<Value>, budgetMs: number): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, budgetMs, undefined);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The value of `work`, unless its owner loses interest first; then it goes on unheard. */
export async function settleUnlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  let cancel: () => void = () => {};
  const aborted = new Promise<never>((_, reject) => {
    cancel = () => reject(new ServerError("cancelled", "The call was cancelled."));
    signal.addEventListener("abort", cancel, { once: true });
    if (signal.aborted) cancel();
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}
