import type { Effects } from "./tool.ts";

/** The effects of a tool that only reads: it changes nothing, and uses nothing beyond this machine. */
export const reads: Effects = Object.freeze({ readOnly: true, destructive: false, idempotent: true, openWorld: false });

/**
 * The effects of a tool that changes things: it may destroy, and a second call changes more. State what is milder:
 * `{ ...writes, idempotent: true }`.
 */
export const writes: Effects = Object.freeze({
  readOnly: false,
  destructive: true,
  idempotent: false,
  openWorld: false,
});
