import { setTimeout as pause } from "node:timers/promises";
import { defineBroken } from "./define-broken.ts";

/** Works on after its signal has aborted. */
export const ignoresSignal = defineBroken("ignores_signal", async ({ text }) => {
  await pause(300);
  return text;
});
