import { setTimeout as pause } from "node:timers/promises";
import { defineBroken } from "./define-broken.ts";

/** Works on after its signal has aborted. */
export const ignoresSignal = defineBroken("ignores_signal", async ({ text }) => {
  // In steps, so that a machine that stands still delays this work as much as the wait for its end.
  for (let step = 0; step < 25; step += 1) await pause(1);
  return text;
});
