import { expect, test, vi } from "vitest";
import { connect } from "../../../test/support/scripted-server/connect.ts";
import { ServerError } from "./connection.ts";

test("a request is answered, and one without params is sent without them", async () => {
  const { ask, connection, server } = connect({});
  expect(await ask("initialize", { processId: null })).toMatchObject({ serverInfo: { name: "scripted" } });
  connection.notify("initialized", {});
  expect(await ask("shutdown")).toBeNull();
  connection.notify("exit");
  expect(await connection.closed).toEqual({ why: "ended", detail: "its output ended" });
  expect(server.received()).toEqual([
    { jsonrpc: "2.0", id: 1, method: "initialize", params: { processId: null } },
    { jsonrpc: "2.0", method: "initialized", params: {} },
    { jsonrpc: "2.0", id: 2, method: "shutdown" },
    { jsonrpc: "2.0", method: "exit" },
  ]);
});

test("answers find their request in whatever order they come", async () => {
  const { ask } = connect({ on: { slow: [{ wait: 200 }, { echo: true }], fast: [{ echo: true }] } });
  const order: unknown[] = [];
  const both = [ask("slow", ["ä𝄞"]), ask("fast", [2])];
  for (const one of both) void one.then((value) => order.push(value));
  await Promise.all(both);
  expect(order).toEqual([[2], ["ä𝄞"]]);
});

test("an error of the server keeps its number and its words", async () => {
  const { ask } = connect({
    on: {
      modified: [{ error: { code: -32801, message: "content modified" } }],
      text: [{ error: { code: "E_BUSY", message: "busy" } }],
      long: [{ error: { code: 0, message: "x".repeat(50_000) } }],
      bare: [{ message: { jsonrpc: "2.0", id: 4, error: "no object" } }],
    },
  });
  const failure = (method: string): Promise<unknown> => ask(method).catch((error: unknown) => error);
  expect(await failure("modified")).toEqual(new ServerError("server", "content modified", -32801));
  expect(await failure("text")).toMatchObject({ code: "server", rpcCode: undefined, message: `busy (code "E_BUSY")` });
  expect(await failure("long")).toMatchObject({ rpcCode: 0, message: `${"x".repeat(2000)}…` });
  expect(await failure("bare")).toMatchObject({ code: "server", message: `"no object"` });
  expect(await failure("unknown")).toMatchObject({ code: "server", rpcCode: -32601 });
});

test("aborting rejects at once, tells the server, and what comes later is dropped", async () => {
  const { ask, server, connection } = connect({
    ignoreCancel: true,
    on: { slow: [{ wait: 300 }, { reply: "late" }], after: [{ wait: 400 }, { reply: "fine" }] },
  });
  const controller = new AbortController();
  const slow = ask("slow", {}, { signal: controller.signal });
  controller.abort();
  await expect(slow).rejects.toEqual(new ServerError("cancelled", "slow was cancelled."));
  expect(connection.inFlight).toBe(0);
  expect(await ask("after")).toBe("fine");
  expect(server.received()[1]).toEqual({ jsonrpc: "2.0", method: "$/cancelRequest", params: { id: 1 } });
  expect(connection.faults().strayAnswers).toBe(1);
  await expect(ask("slow", {}, { signal: controller.signal })).rejects.toMatchObject({ code: "cancelled" });
  expect(server.received()).toHaveLength(3);
});

test("a request that is never answered ends in time and is cancelled on the server", async () => {
  const { ask, server } = connect({ on: { never: [] } });
  await ask("shutdown");
  await expect(ask("never", {}, { timeoutMs: 50 })).rejects.toEqual(
    new ServerError("timed_out", "never had no answer within 50 ms."),
  );
  await ask("shutdown");
  expect(server.received().map(({ method }) => method)).toEqual(["shutdown", "never", "$/cancelRequest", "shutdown"]);
});

test("no more than the limit are in flight, and those that wait take turns between callers", async () => {
  const { ask, server, connection } = connect({ on: { hold: [{ wait: 30 }, { echo: true }] } }, {}, { maxInFlight: 2 });
  const [greedy, modest] = [new AbortController().signal, new AbortController().signal];
  const asked = [1, 2, 3, 4, 5, 6].map((n) => ask("hold", [`greedy ${n}`], { signal: greedy }));
  asked.push(ask("hold", ["modest"], { signal: modest }));
  expect(connection.inFlight).toBe(2);
  await Promise.all(asked);
  const order = server.received().map(({ params }) => String(params));
  expect(order.indexOf("modest")).toBeLessThan(4);
  expect(order.filter((one) => one !== "modest")).toEqual([1, 2, 3, 4, 5, 6].map((n) => `greedy ${n}`));
});

test("a request that waits for its turn can be aborted and runs out of time, and is never sent", async () => {
  const { ask, server } = connect({ on: { hold: [{ wait: 300 }, { reply: 1 }] } }, {}, { maxInFlight: 1 });
  const first = ask("hold");
  const controller = new AbortController();
  const aborted = ask("aborted", {}, { signal: controller.signal });
  const late = ask("late", {}, { timeoutMs: 40 });
  controller.abort();
  await expect(aborted).rejects.toMatchObject({ code: "cancelled" });
  await expect(late).rejects.toMatchObject({
    code: "timed_out",
    message: expect.stringContaining("could not be sent"),
  });
  expect(await first).toBe(1);
  expect(await ask("shutdown")).toBeNull();
  expect(server.received().map(({ method }) => method)).toEqual(["hold", "shutdown"]);
});

test("what the server asks is answered, failures and unknown methods included", async () => {
  const items = Array.from({ length: 100 }, (_, index) => ({ section: `s${index}` }));
  const asks = ["configuration", "nothing", "fails", "circular", "unknown"].map((ask) => ({ ask, params: { items } }));
  const { ask, server, connection } = connect(
    { on: { go: [...asks, { reply: "done" }] } },
    {
      async onRequest(method) {
        if (method === "configuration") return items.map(({ section }) => section);
        if (method === "nothing") return undefined;
        if (method === "fails") throw new Error("a fault of ours");
        if (method === "circular") return 1n;
        throw new ServerError("server", `No method ${method}`, -32601);
      },
    },
  );
  expect(await ask("go")).toBe("done");
  expect(server.answers()).toEqual([
    { method: "configuration", result: items.map(({ section }) => section) },
    { method: "nothing", result: null },
    { method: "fails", error: { code: -32603, message: "a fault of ours" } },
    { method: "circular", error: { code: -32603, message: expect.stringContaining("BigInt") } },
    { method: "unknown", error: { code: -32601, message: "No method unknown" } },
  ]);
  expect(connection.faults().handlerFailures).toBe(2);
});

test("a handler that throws does not end the connection", async () => {
  const onNotification = vi.fn<(method: string) => void>(() => {
    throw new Error("a fault of ours");
  });
  const { ask, connection } = connect(
    { on: { go: [{ notify: "a" }, { notify: "b" }, { reply: 1 }] } },
    { onNotification },
  );
  expect(await ask("go")).toBe(1);
  expect(onNotification.mock.calls.map(([method]) => method)).toEqual(["a", "b"]);
  expect(connection.faults().handlerFailures).toBe(2);
});

test("a server may ask any number of times when it waits for the answers", async () => {
  const asks = Array.from({ length: 1100 }, () => ({ ask: "one/more" }));
  const { ask, server } = connect({ on: { go: [...asks, { reply: "done" }] } }, { onRequest: () => "yes" });
  expect(await ask("go")).toBe("done");
  expect(server.answers().filter(({ result }) => result === "yes")).toHaveLength(1100);
});

test("closing ends the input of the server, and one that still writes is not held up by it", async () => {
  const flood = { notify: "window/logMessage", params: "x".repeat(1000), times: 5000 };
  const { connection, child, server } = connect({ ignoreEnd: true, atStart: [{ raw: "Content-Length: -1\n" }, flood] });
  expect(await connection.closed).toMatchObject({ why: "violation" });
  await vi.waitFor(() => expect(server.events().map(({ event }) => event)).toContain("end"), 60_000);
  await child.kill();

  const polite = connect({});
  await polite.ask("shutdown");
  polite.connection.close({ why: "closed", detail: "by the test" });
  expect(await polite.child.exit).toEqual({ exitCode: 0, signal: null });
});
