import { once } from "node:events";
import { defineBroken } from "./define-broken.ts";

/** Stops when it is told to, but never of itself. */
export const neverEnds = defineBroken("never_ends", async ({ text }, _services, call) => {
  await once(call.signal, "abort");
  return text;
});
