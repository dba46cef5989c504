import fc from "fast-check";
import { expect, onTestFinished } from "vitest";
import { sampleKernel, sampleTool, settled } from "../../test/sample.ts";
import { verifies } from "../../test/verifies.ts";
import { containHandlers } from "../process/index.ts";
import { createVirtualClock } from "../testing/virtual-clock.ts";
import { createProgressReporter, type ProgressReport } from "./progress.ts";

function reporter() {
  const clock = createVirtualClock();
  const sent: (ProgressReport & { at: number })[] = [];
  return {
    clock,
    sent,
    reporter: createProgressReporter(clock, (report) => sent.push({ ...report, at: clock.now() })),
  };
}

verifies("progress:rate", "a thousand updates in two seconds reach the host as five", async () => {
  const { clock, sent, reporter: progress } = reporter();
  for (let done = 1; done <= 1_000; done += 1) {
    progress.report({ done, total: 1_000 });
    await clock.advance(2);
  }
  progress.finish();
  expect(sent.map(({ at, progress: number }) => [at, number])).toEqual([
    [0, 1],
    [500, 250],
    [1000, 500],
    [1500, 750],
    [2000, 1000],
  ]);
});

verifies("progress:first-last", "the first comes at once and the last before silence", () => {
  const { sent, reporter: progress } = reporter();
  progress.report({ message: "first" });
  progress.report({ message: "skipped" });
  progress.report({ message: "last" });
  progress.finish();
  expect(sent.map((report) => report.message)).toEqual(["first", "last"]);
});

verifies("progress:first-last", "a call that times out still delivers the last one", async () => {
  const seen: (string | undefined)[] = [];
  const { kernel, clock } = sampleKernel([
    sampleTool(
      (_input, _services, call) => {
        call.progress({ message: "first" });
        clock.schedule(950, () => call.progress({ message: "early" }));
        clock.schedule(990, () => call.progress({ message: "last" }));
        return new Promise(() => {});
      },
      { deadlineMs: 1_000 },
    ),
  ]);
  const outcome = kernel.call("sample", {}, { onProgress: (report) => void seen.push(report.message) });
  await clock.advance(1_000);
  expect((await outcome).status).toBe("timed_out");
  expect(seen).toEqual(["first", "early", "last"]);
});

verifies("progress:increasing", "whatever a tool reports, the host sees numbers that grow", () => {
  const done = fc.oneof(fc.double({ min: -1e300, max: 1e300 }), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY));
  const update = fc.record({
    done: fc.option(done, { nil: undefined }),
    total: fc.option(fc.nat(), { nil: undefined }),
  });
  return fc.assert(
    fc.asyncProperty(fc.array(update, { maxLength: 20 }), async (updates) => {
      const { clock, sent, reporter: progress } = reporter();
      for (const { done, total } of updates) {
        progress.report({ ...(done === undefined ? {} : { done }), ...(total === undefined ? {} : { total }) });
        await clock.advance(500);
      }
      for (const [index, { progress: number }] of sent.entries()) {
        const before = sent[index - 1]?.progress;
        if (before !== undefined) expect(number).toBeGreaterThan(before);
      }
    }),
    { numRuns: 50 },
  );
});

verifies("progress:heartbeat", "it repeats every 3 s with the elapsed time until it is stopped", async () => {
  const { clock, sent, reporter: progress } = reporter();
  const stop = progress.heartbeat("npm test");
  await clock.advance(7_000);
  stop();
  await clock.advance(10_000);
  expect(sent.map(({ at, message }) => [at, message])).toEqual([
    [3_000, "npm test (3 s)"],
    [6_000, "npm test (6 s)"],
  ]);
  expect(clock.pendingTimers()).toBe(0);
});

verifies("progress:heartbeat", "it ends with the call", async () => {
  const { kernel, clock } = sampleKernel([
    sampleTool((_input, _services, call) => {
      call.heartbeat("working");
      return "done";
    }),
  ]);
  const seen: ProgressReport[] = [];
  await kernel.call("sample", {}, { onProgress: (report) => void seen.push(report) });
  await clock.advance(30_000);
  expect(seen).toEqual([]);
  expect(clock.pendingTimers()).toBe(0);
});

verifies("progress:ends", "the last update comes before the outcome and none after", async () => {
  const order: string[] = [];
  let keep: ((update: { message: string }) => void) | undefined;
  const { kernel, clock } = sampleKernel([
    sampleTool((_input, _services, call) => {
      keep = call.progress;
      call.progress({ message: "one" });
      call.progress({ message: "two" });
      return "done";
    }),
  ]);
  await kernel
    .call("sample", {}, { onProgress: (report) => void order.push(report.message ?? "") })
    .then(() => order.push("outcome"));
  keep?.({ message: "after" });
  await clock.advance(5_000);
  expect(order).toEqual(["one", "two", "outcome"]);
});

verifies("progress:ends", "a cancelled call reports nothing more", async () => {
  const controller = new AbortController();
  const seen: ProgressReport[] = [];
  const { kernel, clock } = sampleKernel([
    sampleTool((_input, _services, call) => {
      call.progress({ message: "one" });
      call.progress({ message: "held back" });
      controller.abort();
      return new Promise(() => {});
    }),
  ]);
  await kernel.call("sample", {}, { signal: controller.signal, onProgress: (report) => void seen.push(report) });
  await clock.advance(5_000);
  expect(seen).toEqual([{ progress: 0, message: "one" }]);
});

verifies(
  "progress:host-contained",
  "a listener that throws or rejects is a fault in the log, not in the call",
  async () => {
    const listeners = [
      () => {
        throw new Error("listener");
      },
      () => Promise.reject(new Error("listener")),
    ];
    const containment = containHandlers();
    onTestFinished(() => containment.close());
    for (const onProgress of listeners) {
      const { kernel, events } = sampleKernel(
        [
          sampleTool(async (_input, _services, call) => {
            call.progress({ message: "one" });
            await settled();
            return "done";
          }),
        ],
        { containment },
      );
      // oxlint-disable-next-line typescript/no-misused-promises -- what careless hosts do
      const outcome = await kernel.call("sample", {}, { onProgress });
      expect(outcome.status).toBe("ok");
      expect(events).toContainEqual(expect.objectContaining({ type: "fault", source: "progress-listener" }));
    }
  },
);
