/**
 * Processes portions in several threads; each takes the next one as soon as it is free. If a portion fails, the others are
 * still completed before the whole fails: no work continues after the promise has settled.
 */
export async function runPortions<Portion>(
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
