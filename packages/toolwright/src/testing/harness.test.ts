import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { expect, expectTypeOf, test } from "vitest";
import * as z from "zod";
import { exits } from "../../test/broken-tools/exits.ts";
import { namesMissingTool } from "../../test/broken-tools/names-missing-tool.ts";
import { sampleTool, writes } from "../../test/sample.ts";
import { defineTool } from "../tool/define-tool.ts";
import { ToolError } from "../tool/tool-error.ts";
import { harness } from "./harness.ts";

const greet = defineTool({
  name: "greet",
  description: "Greets.",
  input: z.strictObject({ name: z.string().describe("Whom") }),
  effects: writes,
  needs: ["voice"],
  handle: ({ name }, services: { readonly greeting: string }) => ({ said: `${services.greeting} ${name}` }),
});

const services = () => ({ greeting: "Hello" });

test("a tool that needs consent and a capability runs without more ado", async () => {
  await using kit = harness([greet], { services });
  const outcome = await kit.call("greet", { name: "you" });
  if (outcome.status !== "ok") throw new Error(outcome.error.message);
  expectTypeOf(outcome.value).toEqualTypeOf<{ said: string }>();
  expect(outcome.value).toEqual({ said: "Hello you" });
  expect(kit.events.map((event) => event.type)).toEqual(["call-start", "call-end"]);
});

test("services are asked for by the types, and only where a tool wants them", () => {
  const plain = sampleTool(() => "done");
  expectTypeOf<Parameters<typeof harness<readonly [typeof greet]>>["length"]>().toEqualTypeOf<2>();
  expectTypeOf<Parameters<typeof harness<readonly [typeof plain]>>["length"]>().toEqualTypeOf<1 | 2>();
});

test("rules and probes may be given", async () => {
  await using asking = harness([greet], { services, access: { tools: { greet: "ask" } } });
  expect((await asking.call("greet", { name: "you" })).status).toBe("needs_approval");
  await using mute = harness([greet], {
    services,
    capabilities: { voice: () => ({ available: false, reason: "it is late" }) },
  });
  expect((await mute.call("greet", { name: "you" })).status).toBe("hidden");
});

test("time stands still until it is moved", async () => {
  const stalling = sampleTool((_input, _services, call) => once(call.signal, "abort"), { deadlineMs: 1_000 });
  await using kit = harness([stalling]);
  const outcome = kit.call("sample", {});
  await kit.clock.advance(1_000);
  expect(await outcome).toMatchObject({ status: "timed_out", durationMs: 1_000 });
});

test("in real time deadlines come by themselves, and to advance is to wait", async () => {
  const stalling = sampleTool((_input, _services, call) => once(call.signal, "abort"), { deadlineMs: 30 });
  await using kit = harness([stalling], { realTime: true });
  expect((await kit.call("sample", {})).status).toBe("timed_out");
  const before = kit.clock.now();
  await kit.clock.advance(20);
  expect(kit.clock.now() - before).toBeGreaterThan(15);
  expect(kit.clock.pendingTimers()).toBe(0);
});

test("an outcome carries the progress that the host was told", async () => {
  const told: unknown[] = [];
  const stepping = sampleTool((_input, _services, call) => {
    for (const done of [1, 2, 3]) call.progress({ done, total: 3 });
    return "done";
  });
  await using kit = harness([stepping]);
  const outcome = await kit.call("sample", {}, { onProgress: (report) => told.push(report) });
  expect(outcome.progress).toEqual([
    { progress: 1, done: 1, total: 3 },
    { progress: 3, done: 3, total: 3 },
  ]);
  expect(told).toEqual(outcome.progress);
});

test("a long answer is stored, and read_output reads it", async () => {
  const line = "one line of many\n";
  await using kit = harness([sampleTool(() => line.repeat(5_000), { budgetTokens: 200 })]);
  const outcome = await kit.call("sample", {});
  if (outcome.status !== "ok") throw new Error(outcome.error.message);
  expect(outcome.spill).toMatchObject({ lines: 5_000, bytes: line.length * 5_000 });
  const page = await kit.call("read_output", { handle: outcome.spill?.handle, offset: 4_999 });
  expect(page).toMatchObject({ status: "ok", value: { text: line, totalLines: 5_000 } });
});

test("processes are real and end with their call", async () => {
  const running = sampleTool(async (_input, _services, call) => (await call.exec("echo", ["hello"])).stdout.text);
  await using kit = harness([running]);
  expect(await kit.call("sample", {})).toMatchObject({ status: "ok", text: "hello\n" });
});

test("closing throws when an error named a next call that cannot be made", async () => {
  const kit = harness([namesMissingTool]);
  expect(await kit.call("names_missing_tool", { text: "missing" })).toMatchObject({ status: "tool_error" });
  expect(kit.faults()).toMatchObject([{ source: "next-call", tool: "names_missing_tool" }]);
  await expect(kit.close()).rejects.toThrow(
    /left a fault that no outcome tells:\n {2}- names_missing_tool \(c_.*\): an error offers a next call that cannot be made, .*: there is no tool "no_such_tool"/,
  );
});

test("a step that an error proposes is told as a call, and closing throws when it is not known", async () => {
  const propose = (step: string) => () => Promise.reject(new ToolError("no", "No.", { next: { step, input: {} } }));
  const nextSteps = { again: { tool: "sample", input: {} } };
  await using kit = harness([sampleTool(propose("again"))], { nextSteps });
  expect(await kit.call("sample", {})).toHaveProperty("error.next", { tool: "sample", input: {} });
  const lost = harness([sampleTool(propose("further"))], { nextSteps });
  expect(await lost.call("sample", {})).not.toHaveProperty("error.next");
  await expect(lost.close()).rejects.toThrow(/cannot be made: `nextSteps` has no step "further"/);
});

test("closing throws when an error slipped out of a handler", async () => {
  const slipping = sampleTool(() => {
    void Promise.reject(new Error("nobody listens"));
    return "done";
  });
  const kit = harness([slipping]);
  await kit.call("sample", {});
  await expect(kit.close()).rejects.toThrow(/an error slipped out of the handler, .*: Error: nobody listens/);
});

test("a handler that wants to end the process only ends its call", async () => {
  const kit = harness([exits]);
  expect(await kit.call("exits", { text: "now" })).toMatchObject({ status: "crashed" });
  await expect(kit.close()).rejects.toThrow("A handler called process.exit()");
});

test("closing cancels what still runs and waits for it, in real time", async () => {
  let stopped = false;
  const working = sampleTool(async (_input, _services, call) => {
    await pause(60_000, undefined, { signal: call.signal }).catch(() => {});
    await pause(20);
    stopped = true;
  });
  const kit = harness([working]);
  const outcome = kit.call("sample", {});
  await pause(0);
  await kit.close();
  expect(await outcome).toMatchObject({ status: "cancelled" });
  expect(stopped).toBe(true);
});

test("closing twice is closing once, and a handler that never ends does not hold it for ever", async () => {
  const kit = harness([sampleTool(() => new Promise<never>(() => {}))]);
  const outcome = kit.call("sample", {});
  await pause(0);
  await Promise.all([kit.close(), kit.close()]);
  expect(await outcome).toMatchObject({ status: "cancelled" });
});
