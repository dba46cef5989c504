/** Waits until all work is done, or for `graceMs`, whichever is first. */
export async function withGrace(work: ReadonlySet<Promise<void>>, graceMs: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, graceMs);
  });
  await Promise.race([Promise.all(work), late]);
  clearTimeout(timer);
}
