import { setTimeout as pause } from "node:timers/promises";
import { defineBroken } from "./define-broken.ts";

/** Starts work that fails after the answer, with nobody listening. */
export const leavesRejection = defineBroken("leaves_rejection", ({ text }) => {
  void failLater();
  return text;
});

async function failLater(): Promise<void> {
  await pause(5);
  throw new Error("nobody listens");
}
