/**
 * Works through portions in so many threads, each with the next one as soon as it is free. Goes on with the others when one fails, and
 * fails in the end: nothing runs on behind whoever waited.
 */
export async function inThreads<Portion>(
  threads: number,
  next: () => Portion | undefined,
  work: (portion: Portion) => Promise<void>,
): Promise<void> {
  const workOn = async (): Promise<void> => {
    for (let portion = next(); portion !== undefined; portion = next()) await work(portion);
  };
  const ends = await Promise.allSettled(Array.from({ length: threads }, workOn));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}
