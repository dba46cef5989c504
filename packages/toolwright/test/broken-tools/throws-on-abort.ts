import { setTimeout as pause } from "node:timers/promises";
import { defineBroken } from "./define-broken.ts";

/** Stops when it is told to, but what it does then fails where nobody catches. */
export const throwsOnAbort = defineBroken("throws_on_abort", async ({ text }, _services, call) => {
  call.signal.addEventListener("abort", () => {
    throw new Error("nothing to tidy up");
  });
  await pause(5, undefined, { signal: call.signal });
  return text;
});
