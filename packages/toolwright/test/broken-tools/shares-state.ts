import { setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { defineBroken } from "./define-broken.ts";

let stop = createStop();
let active = 0;

/** One controller for all calls: a cancel of one ends the others. */
export const sharesState = defineBroken("shares_state", async ({ text }, _services, call) => {
  active += 1;
  const { signal } = stop;
  call.signal.addEventListener("abort", () => stop.abort());
  try {
    await pause(10, undefined, { signal });
    return text;
  } finally {
    active -= 1;
    if (active === 0) stop = createStop();
  }
});

function createStop(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
