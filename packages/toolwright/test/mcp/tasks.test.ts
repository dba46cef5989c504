import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { serveStdio } from "../../src/mcp/index.ts";
import { deferred, type Deferred } from "../../src/tool/deferred.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import { askForm, readForm } from "../../src/tool/question.ts";
import { ToolError } from "../../src/tool/tool-error.ts";
import { waitForTree, waitUntilGone } from "../process-table.ts";
import { reads, sampleTool, writes } from "../sample.ts";
import { verifies } from "../verifies.ts";
import { envelopeWith, serveTools, tasksExtension, type TaskClient, type Transport } from "./task-client.ts";

const long = { longRunning: true, deadlineMs: 30_000 } as const;
const withForms = { elicitation: { form: {} } };
const hasStatus = (status: string) => (task: Readonly<Record<string, unknown>>) => task["status"] === status;
const accept = (content: Readonly<Record<string, unknown>> = {}) => ({ action: "accept", content });

/** A long call that ends as the test says. */
function heldTool() {
  const released: Deferred<string> = deferred();
  const started = deferred();
  const aborted = deferred();
  const tool = sampleTool(async (_input, _services, call) => {
    call.signal.addEventListener("abort", () => aborted.resolve(), { once: true });
    call.progress({ message: "half way", done: 1, total: 2 });
    started.resolve();
    return await Promise.race([released.promise, aborted.promise.then(() => "stopped")]);
  }, long);
  return { tool, released, started: started.promise, aborted: aborted.promise };
}

/** Takes long enough to become a task, then does what the handler does. */
function lateTool(handle: Parameters<typeof sampleTool>[0], more: Parameters<typeof sampleTool>[1] = {}) {
  return sampleTool(
    async (...all) => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      return await handle(...all);
    },
    { ...long, ...more },
  );
}

describe.each<Transport>(["http", "stdio"])("over %s", (transport) => {
  verifies("tasks:poll", "a task tells its progress, then the answer of a plain call", async () => {
    const { tool, released } = heldTool();
    const client = await serveTools([tool]).connect(transport);
    const created = await client.request("tools/call", { name: "sample" });
    const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    // Counted from the creation, which was a moment ago.
    const ttlMs = expect.closeTo(640_000, -3);
    const common = { createdAt: iso, lastUpdatedAt: iso, ttlMs, pollIntervalMs: 1_000 };
    const working = { ...common, taskId: expect.any(String), status: "working", statusMessage: "half way" };
    expect(created.result).toEqual({ resultType: "task", ...working, _meta: expect.anything() });
    const taskId = String(created.result?.["taskId"]);
    const polled = await client.task("tasks/get", taskId);
    expect(polled.result).toEqual({ resultType: "complete", ...working, _meta: expect.anything() });
    released.resolve("done");
    const { result, status, statusMessage } = await client.until(taskId, hasStatus("completed"));
    expect([result, status, statusMessage]).toEqual([
      { resultType: "complete", content: [{ type: "text", text: "done" }] },
      "completed",
      undefined,
    ]);
    expect((await client.answer(taskId, { any: accept() })).result).toMatchObject({ resultType: "complete" });
  });

  verifies("tasks:errors", "a tool's error completes the task", async () => {
    const tool = lateTool(() => {
      throw new ToolError("no_luck", "There is no luck today.");
    });
    const client = await serveTools([tool]).connect(transport);
    const { result } = await client.until(await client.start("sample"), hasStatus("completed"));
    expect(result).toMatchObject({ content: [{ type: "text", text: "There is no luck today." }], isError: true });
  });

  verifies("tasks:errors", "a crash fails it, and its detail stays here", async () => {
    const tool = lateTool(() => {
      throw new Error("the secret detail");
    });
    const client = await serveTools([tool]).connect(transport);
    const task = await client.until(await client.start("sample"), hasStatus("failed"));
    expect(task).toMatchObject({ error: { code: -32_603, message: expect.stringContaining("sample") } });
    expect(task).not.toHaveProperty("result");
    expect(JSON.stringify(task)).not.toContain("secret");
  });

  verifies(
    "tasks:cancel",
    "the handler is told, the processes are gone, and cancelling again changes nothing",
    async () => {
      const tool = sampleTool(async (_input, _services, call) => {
        await call.exec("sh", ["-c", "sleep 60 & sleep 60 & wait"]);
        return "done";
      }, long);
      const client = await serveTools([tool]).connect(transport);
      const taskId = await client.start("sample");
      const tree = await waitForTree(process.pid);
      const acks = [await client.task("tasks/cancel", taskId), await client.task("tasks/cancel", taskId)];
      for (const { result } of acks) expect(result).toEqual({ resultType: "complete", _meta: expect.anything() });
      expect(await client.until(taskId, hasStatus("cancelled"))).not.toHaveProperty("result");
      await waitUntilGone(tree, 60_000);
      expect((await client.task("tasks/cancel", taskId)).result).toMatchObject({ resultType: "complete" });
    },
  );

  verifies("tasks:input", "two rounds of questions, answered one by one, under keys of their own", async () => {
    const size = z.object({ size: z.string() });
    const tool = lateTool(async (_input, _services, call) => {
      const read = async (key: string): Promise<string | undefined> => {
        const answer = await readForm(call.answers[key], size);
        return answer.status === "accepted" ? answer.value.size : undefined;
      };
      const [first, second] = [await read("first"), await read("second")];
      if (first === undefined && call.state === undefined)
        return call.ask({ first: askForm("One?", size), second: askForm("Two?", size) });
      if (call.state === undefined) return call.ask({ first: askForm("Sure?", size) }, `${first}${second}`);
      return `${z.string().parse(call.state)}${first}`;
    });
    const client = await serveTools([tool]).connect(transport);
    const taskId = await client.start("sample");
    const asked = await client.until(taskId, hasStatus("input_required"));
    expect(asked).toMatchObject({
      inputRequests: {
        "1.first": { method: "elicitation/create", params: { message: "One?" } },
        "1.second": { method: "elicitation/create", params: { message: "Two?" } },
      },
    });
    expect(asked).not.toHaveProperty("requestState");
    const ack = await client.answer(taskId, {
      "1.second": accept({ size: "b" }),
      first: accept(),
      "2.first": accept(),
    });
    expect(ack.result).toEqual({ resultType: "complete", _meta: expect.anything() });
    const rest = await client.task("tasks/get", taskId);
    expect(Object.keys(z.looseObject({}).parse(rest.result?.["inputRequests"]))).toEqual(["1.first"]);
    await client.answer(taskId, { "1.first": accept({ size: "a" }) });
    const again = await client.until(taskId, (task) => JSON.stringify(task["inputRequests"] ?? "").includes("Sure?"));
    expect(again["inputRequests"]).toHaveProperty(["2.first"]);
    await client.answer(taskId, { "1.first": accept({ size: "z" }) });
    await client.answer(taskId, { "2.first": accept({ size: "c" }) });
    const { result } = await client.until(taskId, hasStatus("completed"));
    expect(result).toMatchObject({ content: [{ text: "abc" }] });
  });
});

describe("what is asked", () => {
  verifies("tasks:input", "an approval is asked before there is a task; approved, it becomes one", async () => {
    const runs: string[] = [];
    const tool = lateTool(() => runs.push("run"), { effects: writes });
    const client = await serveTools([tool]).connect("http");
    const { result } = await client.request("tools/call", { name: "sample", arguments: {} });
    expect(result).toMatchObject({ resultType: "input_required", inputRequests: { approve: {} } });
    const given = { inputResponses: { approve: accept() }, requestState: result?.["requestState"] };
    const second = await client.request("tools/call", { name: "sample", arguments: {}, ...given });
    expect(second.result).toMatchObject({ resultType: "task", status: "working" });
    expect(second.result).not.toHaveProperty("requestState");
    await client.until(String(second.result?.["taskId"]), hasStatus("completed"));
    expect(runs).toEqual(["run"]);
  });

  verifies("tasks:input", "an approval that is asked later waits in the task", async () => {
    for (const [answer, expected] of [
      [accept(), { content: [{ text: "ran" }] }],
      [{ action: "decline" }, { isError: true }],
    ] as const) {
      const slowToAsk = async () => {
        await new Promise((resolve) => setTimeout(resolve, 150));
        return { verdict: "ask", reason: "better safe" } as const;
      };
      const tool = sampleTool(() => "ran", { ...long, effects: writes });
      const client = await serveTools([tool], {}, { access: slowToAsk }).connect("http");
      const taskId = await client.start("sample");
      const { inputRequests } = await client.until(taskId, hasStatus("input_required"));
      expect(inputRequests).toMatchObject({ "1.approve": { method: "elicitation/create" } });
      await client.answer(taskId, { "1.approve": answer });
      expect((await client.until(taskId, hasStatus("completed")))["result"]).toMatchObject(expected);
    }
  });

  verifies("tasks:input", "a question that the client cannot answer fails the task with what is missing", async () => {
    const tool = lateTool((_input, _services, call) => call.ask({ folders: { kind: "roots" } }));
    const client = await serveTools([tool]).connect("http");
    const { error } = await client.until(await client.start("sample"), hasStatus("failed"));
    expect(error).toMatchObject({ code: -32_021, data: { requiredCapabilities: { roots: {} } } });
  });

  verifies("tasks:cancel", "a task that waits for an answer can be cancelled, and is not resumed after", async () => {
    let runs = 0;
    const tool = lateTool((_input, _services, call) => {
      runs++;
      return call.ask({ sure: askForm("Sure?", z.object({ yes: z.boolean() })) });
    });
    const client = await serveTools([tool]).connect("http");
    const taskId = await client.start("sample");
    await client.until(taskId, hasStatus("input_required"));
    await client.task("tasks/cancel", taskId);
    await client.answer(taskId, { "1.sure": accept({ yes: true }) });
    expect((await client.task("tasks/get", taskId)).result).toMatchObject({ status: "cancelled" });
    expect(runs).toBe(1);
  });
});

describe("who gets a task", () => {
  const quick = sampleTool(() => "at once", long);

  verifies("tasks:prompt", "what is ready at once is no task", async () => {
    const client = await serveTools([quick]).connect("http");
    const { result } = await client.request("tools/call", { name: "sample" });
    expect(result).toMatchObject({ resultType: "complete", content: [{ text: "at once" }] });
    const invalid = await client.request("tools/call", { name: "sample", arguments: { text: [] } });
    expect(invalid.result).toMatchObject({ resultType: "complete", isError: true });
    const forged = await client.request("tools/call", { name: "sample", requestState: 5 });
    expect(forged.error?.code).toBe(-32_602);
  });

  verifies("tasks:prompt", "who cancels the request before there is a task has cancelled the call", async () => {
    const { tool, started, aborted } = heldTool();
    const streams = { input: new PassThrough(), output: new PassThrough() };
    const served = serveStdio(serveTools([tool]).definition, { streams });
    const send = (message: object) => streams.input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    send({ id: 7, method: "tools/call", params: { name: "sample", _meta: envelopeWith(tasksExtension) } });
    await started;
    send({ method: "notifications/cancelled", params: { requestId: 7 } });
    await aborted;
    await served.close();
    expect(streams.output.read()).toBeNull();
  });

  verifies("tasks:offer", "only requests that declare it, and only tools that run for long", async () => {
    const { tool, released, started } = heldTool();
    const short = defineTool({ ...echoDefinition, name: "short" });
    const client = await serveTools([tool, short]).connect("http");
    const { capabilities } = z.looseObject({ capabilities: z.unknown() }).parse((await discover(client)).result);
    expect(capabilities).toMatchObject(tasksExtension);
    const plain = client.as(withForms).request("tools/call", { name: "sample" });
    await started;
    for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
      const { error } = await client.as(withForms).request(method, { taskId: "any", inputResponses: {} });
      expect(error).toMatchObject({ code: -32_021, data: { requiredCapabilities: tasksExtension } });
    }
    for (const method of ["tasks/result", "tasks/list"]) {
      expect((await client.request(method, { taskId: "any" })).error?.code).toBe(-32_601);
    }
    expect((await client.task("tasks/get", "any")).error?.code).toBe(-32_602);
    expect((await client.request("tasks/get", { taskId: 5 })).error?.code).toBe(-32_602);
    const slow = client.request("tools/call", { name: "short", task: { ttl: 1_000 } });
    expect((await slow).result).toMatchObject({ resultType: "complete" });
    released.resolve("done");
    expect((await plain).result).toMatchObject({ resultType: "complete", content: [{ text: "done" }] });
  });

  verifies("tasks:offer", "not where no tool runs for long", async () => {
    const client = await serveTools([sampleTool(() => "short")]).connect("http");
    expect(JSON.stringify((await discover(client)).result)).not.toContain("extensions");
    expect((await client.task("tasks/get", "any")).error?.code).toBe(-32_601);
  });

  verifies("tasks:required", "without the extension it is refused, and does not run", async () => {
    let runs = 0;
    const tool = sampleTool(() => ++runs, long);
    const client = await serveTools([tool], { required: ["sample"] }).connect("http");
    const { error } = await client.as(withForms).request("tools/call", { name: "sample" });
    expect(error).toMatchObject({ code: -32_021, data: { requiredCapabilities: tasksExtension } });
    expect(runs).toBe(0);
    expect((await client.request("tools/call", { name: "sample" })).result).toMatchObject({ content: [{ text: "1" }] });
  });

  test("a definition that requires what is no long tool is refused", () => {
    expect(() => serveTools([sampleTool(() => 1)], { required: ["sample", "none"], keepMs: 0 })).toThrow(
      /"sample"[^]*"none"[^]*keepMs 0/,
    );
  });
});

describe("sessions and room", () => {
  verifies("tasks:session", "a client elsewhere cannot see, answer or cancel it", async () => {
    const { tool, released } = heldTool();
    const server = serveTools([tool]);
    const [owner, ...others] = [
      await server.connect("http"),
      await server.connect("http"),
      await server.connect("stdio"),
    ] as const;
    const taskId = await owner.start("sample");
    for (const other of others) {
      const tries = [other.task("tasks/get", taskId), other.task("tasks/cancel", taskId), other.answer(taskId, {})];
      for (const { error } of await Promise.all(tries)) expect(error?.code).toBe(-32_602);
    }
    released.resolve("done");
    await owner.until(taskId, hasStatus("completed"));
  });

  for (const transport of ["http", "stdio"] as const) {
    verifies("tasks:session", `when the connection closes over ${transport}, its tasks end`, async () => {
      const { tool, aborted } = heldTool();
      const client = await serveTools([tool]).connect(transport);
      await client.start("sample");
      await client.close();
      await aborted;
    });
  }

  verifies("tasks:session", "when the kernel closes, tasks are cancelled and can still be asked for", async () => {
    const { tool, aborted } = heldTool();
    const { definition, connect } = serveTools([tool]);
    const client = await connect("http");
    const taskId = await client.start("sample");
    await definition.kernel.close();
    await aborted;
    await client.until(taskId, hasStatus("cancelled"));
  });

  verifies("tasks:caps", "the call that finds no room is answered while its client waits", async () => {
    const { tool, released, started } = heldTool();
    const client = await serveTools([tool]).connect("http");
    const call = async () => (await client.request("tools/call", { name: "sample" })).result?.["resultType"];
    const full = await Promise.all(Array.from({ length: 200 }, call));
    await started;
    expect(new Set(full)).toEqual(new Set(["task"]));
    const waiting = call();
    released.resolve("done");
    expect(await waiting).toBe("complete");
  });
});

const echoDefinition = {
  description: "Gives back.",
  input: z.strictObject({}),
  effects: reads,
  handle: async () => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    return "back";
  },
};

async function discover(client: TaskClient) {
  return await client.request("server/discover");
}
