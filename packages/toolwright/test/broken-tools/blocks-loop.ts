import { setImmediate } from "node:timers/promises";
import { defineBroken } from "./define-broken.ts";

const blockingMs = 40;

/** Keeps everybody else waiting while it works. */
export const blocksLoop = defineBroken("blocks_loop", async ({ text }, _services, call) => {
  await setImmediate(undefined, { signal: call.signal });
  const until = performance.now() + blockingMs;
  while (performance.now() < until);
  return text;
});
