import { setTimeout as pause } from "node:timers/promises";
import { defineBroken } from "./define-broken.ts";

/** Works on after its signal has aborted, but ends before anybody has waited too long. */
export const ignoresSignalBriefly = defineBroken("ignores_signal_briefly", async ({ text }) => {
  for (let step = 0; step < 4; step += 1) await pause(40);
  return text;
});
