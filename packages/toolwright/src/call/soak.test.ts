import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { sampleKernel, sampleTool } from "../../test/sample.ts";
import { verifies } from "../../test/verifies.ts";
import { systemClock } from "../tool/call-context.ts";

function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error("Run with --expose-gc, as vitest.config.ts does.");
  globalThis.gc();
}

function timers(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;
}

verifies("call:no-leak", "a thousand calls that are cancelled at once leave nothing", async () => {
  const before = timers();
  const { kernel } = sampleKernel(
    [
      sampleTool(
        (_input, _services, call) =>
          new Promise<void>((resolve) => call.signal.addEventListener("abort", () => resolve())),
      ),
    ],
    { clock: systemClock },
  );
  const controllers = Array.from({ length: 1_000 }, () => new AbortController());
  const calls = controllers.map((controller) => kernel.call("sample", {}, { signal: controller.signal }));
  for (const controller of controllers) controller.abort();
  const statuses = new Set((await Promise.all(calls)).map((outcome) => outcome.status));
  expect(statuses).toEqual(new Set(["cancelled"]));
  expect(controllers.flatMap((controller) => getEventListeners(controller.signal, "abort"))).toEqual([]);
  expect(await kernel.close()).toEqual({ unfinished: [] });
  expect(timers()).toBe(before);
});

verifies(
  "call:no-leak",
  "ten thousand calls on one signal leave no listener, no timer and no growing heap",
  async () => {
    const { kernel } = sampleKernel([sampleTool((input) => input.text ?? "")], {
      clock: systemClock,
      onEvent: () => {},
    });
    const { signal } = new AbortController();
    const before = timers();
    const run = async (calls: number) => {
      for (let index = 0; index < calls; index += 1) await kernel.call("sample", { text: `call ${index}` }, { signal });
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const warm = await run(2_000);
    const after = await run(10_000);
    expect(getEventListeners(signal, "abort")).toEqual([]);
    expect(timers()).toBe(before);
    // A leak of one small object per call would be over 1 MB; without --expose-gc the heap breathes by more.
    expect(after - warm).toBeLessThan(globalThis.gc === undefined ? 64_000_000 : 1_000_000);
    expect(await kernel.close()).toEqual({ unfinished: [] });
  },
);

test("hostile text in the input is data, lone surrogates included", async () => {
  const { kernel } = sampleKernel([sampleTool((input) => input.text?.length)]);
  for (const text of ["\uD800", "\u0000", "\u001B]52;c;x\u0007", "\u202E", "x".repeat(1_000_000)]) {
    const outcome = await kernel.call("sample", { text });
    expect(outcome).toMatchObject({ status: "ok", value: text.length });
  }
});
