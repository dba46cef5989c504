import { expect, onTestFinished, test } from "vitest";
import { deferred, sampleKernel, sampleTool, settled } from "../../test/sample.ts";
import { verifies } from "../../test/verifies.ts";
import { containHandlers, createProcessRunner } from "../process/index.ts";
import { systemClock, type Call } from "../tool/call-context.ts";
import type { Schema } from "../tool/schema.ts";

function containedKernel(...tools: Parameters<typeof sampleKernel>[0]) {
  const containment = containHandlers();
  const processes = createProcessRunner();
  onTestFinished(async () => {
    containment.close();
    await processes.close();
  });
  return sampleKernel(tools, { containment, processes, clock: systemClock });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

verifies("call:stray-contained", "what a handler's abort listener throws is its own, whoever cancels", async () => {
  const slip = [
    () => {
      throw new Error("listener");
    },
    async () => {
      throw new Error("listener");
    },
  ];
  for (const listener of slip) {
    const controller = new AbortController();
    const { kernel, events } = containedKernel(
      sampleTool((_input, _services, call) => {
        call.signal.addEventListener("abort", () => void listener());
        return new Promise(() => {});
      }),
    );
    const outcome = kernel.call("sample", {}, { signal: controller.signal });
    await settled();
    controller.abort();
    expect((await outcome).status).toBe("cancelled");
    await settled();
    await settled();
    expect(events).toContainEqual(expect.objectContaining({ type: "fault", source: "stray" }));
  }
});

verifies("call:exit-contained", "format cannot end the process either", async () => {
  const { kernel } = containedKernel(sampleTool(() => "fine", { format: () => process.exit(0) }));
  expect((await kernel.call("sample", {})).status).toBe("crashed");
});

test("a log that rejects harms nobody", async () => {
  const containment = containHandlers();
  onTestFinished(() => containment.close());
  const onEvent = () => Promise.reject(new Error("log"));
  // oxlint-disable-next-line typescript/no-misused-promises -- what careless hosts do
  const { kernel } = sampleKernel([sampleTool(() => "fine")], { containment, onEvent });
  expect((await kernel.call("sample", {})).status).toBe("ok");
  await settled();
});

verifies("call:processes", "what the handler started is gone before its answer is delivered", async () => {
  let pid = 0;
  const { kernel } = containedKernel(
    sampleTool((_input, _services, call) => {
      pid = call.spawn("sleep", ["60"]).pid;
      return "done";
    }),
  );
  expect((await kernel.call("sample", {})).status).toBe("ok");
  expect(isAlive(pid)).toBe(false);
});

verifies("call:processes", "nothing can be started once the call has ended, by result or by stop", async () => {
  const kept = deferred<Call>();
  const { kernel } = containedKernel(
    sampleTool((_input, _services, call) => {
      kept.resolve(call);
      return "done";
    }),
  );
  await kernel.call("sample", {});
  const call = await kept.promise;
  expect(() => call.spawn("sleep", ["60"])).toThrow("The call of sample has ended");
  await expect(call.exec("sleep", ["60"])).rejects.toThrow("The call of sample has ended");
});

verifies("call:progress-feeds-stall", "so does what a process prints", async () => {
  const printing = "for i in 1 2 3 4 5 6 7 8 9 10; do echo $i; sleep 0.1; done";
  const { kernel } = containedKernel(
    sampleTool(async (_input, _services, call) => (await call.exec("sh", ["-c", printing])).stdout.bytes, {
      name: "prints",
      stallMs: 600,
    }),
    sampleTool(async (_input, _services, call) => (await call.exec("sleep", ["5"])).exitCode, {
      name: "silent",
      stallMs: 600,
    }),
  );
  const [prints, silent] = await Promise.all([kernel.call("prints", {}), kernel.call("silent", {})]);
  expect(prints).toMatchObject({ status: "ok", value: 21 });
  expect(silent).toMatchObject({ status: "stalled" });
});

verifies("call:processes", "a runner that fails to end them loses no result and harms nobody", async () => {
  const runner = {
    openScope: () => ({
      spawn: () => {
        throw new Error("unused");
      },
      exec: async () => ({
        exitCode: 0,
        signal: null,
        stdout: { text: "", bytes: 0, leftOutBytes: 0, truncated: false },
        stderr: { text: "", bytes: 0, leftOutBytes: 0, truncated: false },
        timedOut: false,
        durationMs: 0,
        survivors: [],
      }),
      close: () => Promise.reject(new Error("EMFILE")),
    }),
  };
  const { kernel, events } = sampleKernel(
    [sampleTool(async (_input, _services, call) => (await call.exec("true", [])).exitCode)],
    { processes: runner },
  );
  expect(await kernel.call("sample", {})).toMatchObject({ status: "ok", value: 0 });
  expect(events).toContainEqual(expect.objectContaining({ type: "fault", source: "processes" }));
  expect(await kernel.close()).toEqual({ unfinished: [] });
});

test("an output schema may answer with any kind of promise", async () => {
  const answer = (resolve: (result: unknown) => void) => resolve({ issues: [{ message: "bad" }] });
  // oxlint-disable-next-line unicorn/no-thenable -- the point of the test
  const thenable: Record<string, unknown> = Object.fromEntries([["then", answer]]);
  const output: Schema<unknown, string> = {
    "~standard": {
      version: 1,
      vendor: "by-hand",
      validate: () => Reflect.apply(Object, undefined, [thenable]),
      jsonSchema: { input: () => ({}), output: () => ({}) },
    },
  };
  const { kernel } = sampleKernel([sampleTool(() => "text", { output })]);
  expect((await kernel.call("sample", {})).status).toBe("invalid_output");
});
