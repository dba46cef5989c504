import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { listenForInterrupts } from "./interrupts.ts";

test.each(["SIGINT", "SIGTERM", "SIGHUP"])("%s aborts, a second one forces, an echo does not", async (name) => {
  const source = new EventEmitter();
  let now = 0;
  const interrupts = listenForInterrupts(source, () => now);
  let forced = false;
  void interrupts.again.then(() => {
    forced = true;
  });
  expect(interrupts.signal.aborted).toBe(false);
  source.emit(name);
  expect(interrupts.signal.aborted).toBe(true);
  now = 100;
  source.emit("SIGINT");
  await Promise.resolve();
  expect(forced).toBe(false);
  now = 1_000;
  source.emit("SIGINT");
  await Promise.resolve();
  expect(forced).toBe(true);
  interrupts.close();
  expect(source.eventNames()).toEqual([]);
});
