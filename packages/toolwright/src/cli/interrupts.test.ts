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

test("what a command takes ends nothing, until it is given back", () => {
  const source = new EventEmitter();
  let now = 0;
  const interrupts = listenForInterrupts(source, () => now);
  const taken: string[] = [];
  const { press, release } = interrupts.take((signal) => taken.push(signal) < 3);
  for (const signal of ["SIGINT", "SIGTERM"]) {
    source.emit(signal);
    now += 1_000;
  }
  expect({ taken, aborted: interrupts.signal.aborted }).toEqual({ taken: ["SIGINT", "SIGTERM"], aborted: false });
  press();
  expect({ taken, aborted: interrupts.signal.aborted }).toEqual({
    taken: ["SIGINT", "SIGTERM", "SIGINT"],
    aborted: true,
  });
  release();
  now += 1_000;
  source.emit("SIGINT");
  expect(taken.length).toBe(3);
  interrupts.close();
});
