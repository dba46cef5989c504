import { defineBroken } from "./define-broken.ts";
import { leaveProcess } from "./leaks-process.ts";

/** Starts a process when its call is long over. */
export const leaksProcessLate = defineBroken("leaks_process_late", ({ text }) => {
  setTimeout(leaveProcess, 20);
  return text;
});
