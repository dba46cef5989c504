import { setTimeout as pause } from "node:timers/promises";
import { defineBroken } from "./define-broken.ts";

/** Stops when it is told to, but starts work then that fails later, with nobody listening. */
export const rejectsOnAbort = defineBroken("rejects_on_abort", async ({ text }, _services, call) => {
  call.signal.addEventListener("abort", () => void tidyUp());
  await pause(5, undefined, { signal: call.signal });
  return text;
});

async function tidyUp(): Promise<void> {
  await pause(5);
  throw new Error("nothing to tidy up");
}
