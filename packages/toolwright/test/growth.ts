/** By how much the input grows between the two measurements. */
const factor = 8;

/** Linear work takes 8 times as long for 8 times as much, quadratic work 64 times. */
export const linearGrowth = 24;

/** Anything shorter is noise of the clock. */
const minMicroseconds = 500;

/** Below this nothing is in doubt, and two runs of each size tell as much as more of them. */
const clearlyLinear = 12;
const minRounds = 2;

/**
 * How many times the processor time grows when the input is eight times as large: the quickest of several runs of each
 * size, so that a busy machine does not count.
 */
export async function growthOf(run: (size: number) => unknown, size: number, rounds = 5): Promise<number> {
  await run(size);
  let [small, large] = [Infinity, Infinity];
  const growth = (): number => large / Math.max(small, minMicroseconds);
  for (let round = 0; round < rounds; round += 1) {
    small = Math.min(small, await processorTime(() => run(size)));
    large = Math.min(large, await processorTime(() => run(size * factor)));
    if (round + 1 >= minRounds && growth() < clearlyLinear) break;
  }
  return growth();
}

async function processorTime(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
