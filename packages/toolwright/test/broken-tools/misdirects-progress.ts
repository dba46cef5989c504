import { setTimeout as pause } from "node:timers/promises";
import type { Call } from "../../src/tool/call-context.ts";
import { defineBroken } from "./define-broken.ts";

let current: Call | undefined;

/** Reports to whichever call came last. */
export const misdirectsProgress = defineBroken("misdirects_progress", async ({ text }, _services, call) => {
  current = call;
  await pause(5, undefined, { signal: call.signal });
  current.progress({ message: "half" });
  return text;
});
