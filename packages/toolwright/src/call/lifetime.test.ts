import { expect, vi } from "vitest";
import { deferred, sampleKernel, sampleTool, settled, writes } from "../../test/sample.ts";
import { verifies } from "../../test/verifies.ts";
import type { Clock } from "../tool/call-context.ts";

const forever = () => new Promise<never>(() => {});

verifies("call:result-beats-cancel", "a result that is ready wins over a cancel in the same turn", async () => {
  const result = deferred<string>();
  const controller = new AbortController();
  const { kernel } = sampleKernel([sampleTool(() => result.promise)]);
  const outcome = kernel.call("sample", {}, { signal: controller.signal });
  await settled();
  result.resolve("done");
  controller.abort();
  expect(await outcome).toMatchObject({ status: "ok", value: "done" });
});

verifies("call:result-beats-cancel", "an error that is ready wins over a cancel too", async () => {
  const result = deferred<string>();
  const controller = new AbortController();
  const { kernel } = sampleKernel([sampleTool(() => result.promise)]);
  const outcome = kernel.call("sample", {}, { signal: controller.signal });
  await settled();
  result.reject(new Error("broken"));
  controller.abort();
  expect(await outcome).toMatchObject({ status: "crashed" });
});

verifies("call:result-beats-cancel", "a cancel that comes first wins over a result in the same turn", async () => {
  const result = deferred<string>();
  const controller = new AbortController();
  const { kernel, events } = sampleKernel([sampleTool(() => result.promise)]);
  const outcome = kernel.call("sample", {}, { signal: controller.signal });
  await settled();
  controller.abort();
  result.resolve("done");
  expect(await outcome).toMatchObject({
    status: "cancelled",
    error: { code: "cancelled", message: "sample was cancelled." },
  });
  await settled();
  expect(events.filter((event) => event.type === "call-end")).toHaveLength(1);
});

verifies("call:result-beats-cancel", "a handler cannot turn its cancel into a result", async () => {
  const controller = new AbortController();
  const { kernel } = sampleKernel([
    sampleTool(
      (_input, _services, call) =>
        new Promise<string>((resolve) => call.signal.addEventListener("abort", () => resolve("sneaky"))),
    ),
  ]);
  const outcome = kernel.call("sample", {}, { signal: controller.signal });
  await settled();
  controller.abort();
  expect(await outcome).toMatchObject({ status: "cancelled" });
});

verifies("call:cancel-beats-timeout", "a cancel in the same turn as the deadline wins", async () => {
  const controller = new AbortController();
  const due: (() => void)[] = [];
  const clock: Clock = {
    now: () => (due.length === 0 ? 0 : 100),
    wallTime: () => 0,
    schedule(_delayMs, run) {
      due.push(run);
      return { cancel() {} };
    },
  };
  const { kernel } = sampleKernel([sampleTool(forever, { deadlineMs: 100 })], { clock });
  const outcome = kernel.call("sample", {}, { signal: controller.signal });
  await settled();
  for (const run of due) run();
  controller.abort();
  expect(await outcome).toMatchObject({ status: "cancelled" });
});

verifies("call:released-at-once", "a handler that ignores its signal does not hold the caller", async () => {
  const controller = new AbortController();
  const { kernel, clock } = sampleKernel([sampleTool(forever)]);
  const outcome = kernel.call("sample", {}, { signal: controller.signal });
  await settled();
  controller.abort();
  expect(await outcome).toMatchObject({ status: "cancelled", durationMs: 0 });
  expect(clock.pendingTimers()).toBe(0);
});

verifies("call:cancel-before", "the handler of a call that was cancelled before is never reached", async () => {
  let reached = false;
  const { kernel } = sampleKernel([sampleTool(() => (reached = true))]);
  const outcome = await kernel.call("sample", {}, { signal: AbortSignal.abort() });
  expect(outcome).toMatchObject({ status: "cancelled" });
  expect(reached).toBe(false);
});

verifies("call:cancel-before", "neither is one that is cancelled while the policy still thinks", async () => {
  const decision = deferred<{ verdict: "allow" }>();
  const controller = new AbortController();
  let reached = false;
  const { kernel } = sampleKernel([sampleTool(() => (reached = true))], { access: () => decision.promise });
  const outcome = kernel.call("sample", {}, { signal: controller.signal });
  await settled();
  controller.abort();
  expect(await outcome).toMatchObject({ status: "cancelled" });
  decision.resolve({ verdict: "allow" });
  await settled();
  expect(reached).toBe(false);
});

verifies("call:cancel-after", "a cancel after the end and a second cancel change nothing", async () => {
  const controller = new AbortController();
  const { kernel, events } = sampleKernel([sampleTool(() => "done")]);
  const outcome = await kernel.call("sample", {}, { signal: controller.signal });
  controller.abort();
  controller.abort();
  await settled();
  expect(outcome).toMatchObject({ status: "ok", text: "done" });
  expect(events.map((event) => event.type)).toEqual(["call-start", "call-end"]);
});

verifies("call:late-recorded", "a late result is an event and nothing else", async () => {
  const result = deferred<string>();
  const { kernel, clock, events } = sampleKernel([sampleTool(() => result.promise, { deadlineMs: 50 })]);
  const outcome = kernel.call("sample", {});
  await clock.advance(50);
  expect(await outcome).toMatchObject({ status: "timed_out" });
  result.resolve("too late");
  await settled();
  expect(events.map((event) => event.type)).toEqual(["call-start", "call-end", "call-late"]);
  expect(events.at(-1)).toMatchObject({ ended: "returned", tool: "sample" });
});

verifies("call:deadline", "the call ends when its time is over, however busy it looks", async () => {
  const { kernel, clock } = sampleKernel([
    sampleTool(
      (_input, _services, call) => {
        const beat = () => {
          call.progress({});
          if (!call.signal.aborted) clock.schedule(10, beat);
        };
        beat();
        return forever();
      },
      { deadlineMs: 1_000, stallMs: 100 },
    ),
  ]);
  const outcome = kernel.call("sample", {});
  await clock.advance(1_000);
  expect(await outcome).toMatchObject({
    status: "timed_out",
    durationMs: 1_000,
    error: { retryable: true, message: "sample did not finish within 1 s and was ended. Ask for less at once." },
  });
});

verifies("call:deadline", "a caller may give less time, never more, and none at all", async () => {
  const { kernel, clock } = sampleKernel([sampleTool(forever, { deadlineMs: 1_000 })]);
  const calls = [10, 1e9, Number.NaN, 0, -5].map((deadlineMs) => kernel.call("sample", {}, { deadlineMs }));
  await clock.advance(1_000);
  const outcomes = await Promise.all(calls);
  expect(new Set(outcomes.map((outcome) => outcome.status))).toEqual(new Set(["timed_out"]));
  expect(outcomes.map((outcome) => outcome.durationMs)).toEqual([10, 1_000, 1_000, 0, 0]);
});

verifies("call:deadline", "what comes after the handler is under a deadline of its own", async () => {
  const store = { write: forever, read: forever, close: () => Promise.resolve() };
  const reader = sampleTool(() => "read", { name: "read_output" });
  const { kernel, clock } = sampleKernel([sampleTool(() => "x ".repeat(100_000)), reader], {
    output: { store, readWith: "read_output" },
  });
  const outcome = kernel.call("sample", {});
  // The tokenizer is real and takes real time before the store is asked.
  await vi.waitFor(() => expect(clock.pendingTimers()).toBe(1), { timeout: 60_000 });
  await clock.advance(15_000);
  expect(await outcome).toMatchObject({
    status: "timed_out",
    error: { code: "undelivered", message: "sample has finished, but its answer was not ready within 15 s more." },
  });
});

verifies("call:deadline", "a policy or a service that hangs is under the same deadline", async () => {
  for (const hanging of [{ access: forever }, { services: forever }]) {
    const { kernel, clock } = sampleKernel([sampleTool(() => "never reached", { deadlineMs: 100 })], hanging);
    const outcome = kernel.call("sample", {});
    await clock.advance(100);
    expect(await outcome).toMatchObject({ status: "timed_out" });
  }
});

verifies("call:stall", "a handler without a sign of work is ended by its stall budget", async () => {
  const { kernel, clock } = sampleKernel([sampleTool(forever, { deadlineMs: 10_000, stallMs: 300 })]);
  const outcome = kernel.call("sample", {});
  await clock.advance(300);
  expect(await outcome).toMatchObject({
    status: "stalled",
    durationMs: 300,
    error: { message: "sample showed no sign of work for 300 ms and was ended." },
  });
});

verifies("call:progress-feeds-stall", "progress starts the stall budget anew, a heartbeat does not", async () => {
  const { kernel, clock } = sampleKernel([
    sampleTool(
      (_input, _services, call) => {
        call.heartbeat("still here");
        clock.schedule(4_000, () => call.progress({ message: "half" }));
        return forever();
      },
      { deadlineMs: 60_000, stallMs: 5_000 },
    ),
  ]);
  const outcome = kernel.call("sample", {});
  await clock.advance(20_000);
  expect(await outcome).toMatchObject({ status: "stalled", durationMs: 9_000 });
});

verifies("call:deadline", "a call that may have acted is not called retryable when its end is not known", async () => {
  const { kernel, clock } = sampleKernel([sampleTool(forever, { effects: writes, deadlineMs: 100 })], {
    access: { confirm: "allow" },
  });
  const outcome = kernel.call("sample", {});
  await clock.advance(100);
  expect(await outcome).toMatchObject({
    status: "timed_out",
    error: { retryable: false, message: expect.stringContaining("look before you call it again") },
  });
});

verifies("call:clock", "no call sets a timer of the system's", async () => {
  const setTimer = vi.spyOn(globalThis, "setTimeout");
  const { kernel, clock } = sampleKernel(
    [
      sampleTool(
        (_input, _services, call) => {
          call.progress({ message: "one" });
          call.progress({ message: "two" });
          call.heartbeat("beat");
          return forever();
        },
        { deadlineMs: 10_000, stallMs: 5_000, needs: ["gpu"] },
      ),
    ],
    { capabilities: { gpu: async () => ({ available: true }) } },
  );
  const outcome = kernel.call("sample", {});
  await clock.advance(10_000);
  expect((await outcome).status).toBe("stalled");
  expect(setTimer).not.toHaveBeenCalled();
  setTimer.mockRestore();
});

verifies("call:clock", "no timer of a call is left when it has ended, however it ended", async () => {
  const { kernel, clock } = sampleKernel([
    sampleTool(() => "done"),
    sampleTool(forever, { name: "hanging", deadlineMs: 100 }),
    sampleTool(() => Promise.reject(new Error("broken")), { name: "broken" }),
  ]);
  const calls = [kernel.call("sample", {}), kernel.call("hanging", {}), kernel.call("broken", {})];
  await clock.advance(100);
  expect((await Promise.all(calls)).map((outcome) => outcome.status)).toEqual(["ok", "timed_out", "crashed"]);
  expect(clock.pendingTimers()).toBe(0);
});
