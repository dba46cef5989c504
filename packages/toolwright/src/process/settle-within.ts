/** The value of `work`, or undefined if it takes longer than the budget. Leaves no timer behind. */
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

/** What a caller gets if its scope was aborted or closed: an Error named like the platform's own. */
export function createAbortError(message: string, cause?: unknown): Error {
  const error = new Error(message, cause === undefined ? undefined : { cause });
  error.name = "AbortError";
  return error;
}
