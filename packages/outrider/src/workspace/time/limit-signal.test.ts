import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { limitSignal } from "./limit-signal.ts";

test("the time ends it, whatever the garbage collector does meanwhile", async () => {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  const { signal } = new AbortController();
  const fired = (() => {
    const limit = limitSignal([signal], 100);
    return new Promise<boolean>((resolve) => {
      limit.signal.addEventListener("abort", () => resolve(limit.isLate()), { once: true });
    });
  })();
  const timer = setInterval(() => (typeof collect === "function" ? collect() : undefined), 10);
  expect(await fired).toBe(true);
  clearInterval(timer);
});

test("it ends with the signal it came from, and says that it was not the time", () => {
  const controller = new AbortController();
  const limit = limitSignal([controller.signal], 60_000);
  controller.abort(new Error("enough"));
  expect(limit.signal.reason).toEqual(new Error("enough"));
  expect(limit.isLate()).toBe(false);
  limit.release();
  const late = limitSignal([controller.signal], 60_000);
  expect(late.signal.aborted).toBe(true);
  late.release();
});
