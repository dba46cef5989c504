import { getEventListeners } from "node:events";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { connect } from "../../../test/support/scripted-server/connect.ts";
import { openConnection } from "./open-connection.ts";

const handlers = { onRequest: () => null, onNotification: () => {} };
const kinds = ["data", "end", "close", "error", "drain", "finish", "readable"];
const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;

test("requests are answered during 2,000 log messages a second and progress without end", async () => {
  const heard = { count: 0 };
  const { ask } = connect(
    {
      atStart: [
        { notify: "window/logMessage", params: { type: 4, message: "x".repeat(200) }, perSecond: 2000 },
        { notify: "$/progress", params: { token: 1, value: { kind: "report" } }, perSecond: 500 },
      ],
      on: { go: [{ echo: true }] },
    },
    { onNotification: () => (heard.count += 1) },
  );
  while (heard.count < 2000) expect(await ask("go", [heard.count])).toBeInstanceOf(Array);
});

test("100,000 notifications of diagnostics are all heard, and the answer after them arrives", async () => {
  let heard = 0;
  const params = { uri: "file:///a.ts", diagnostics: [] };
  const flood = { notify: "textDocument/publishDiagnostics", params, times: 100_000 };
  const { ask } = connect({ on: { go: [flood, { reply: "done" }] } }, { onNotification: () => (heard += 1) });
  expect(await ask("go")).toBe("done");
  expect(heard).toBe(100_000);
});

test("an answer just below the limit arrives from a real process, one above it ends the connection", async () => {
  const { ask, connection } = connect({ on: { go: [[{ big: 60 * 2 ** 20 }], [{ big: 65 * 2 ** 20 }]] } });
  expect(await ask("go")).toHaveLength(30 * 2 ** 20);
  await expect(ask("go")).rejects.toMatchObject({ code: "closed" });
  expect(await connection.closed).toMatchObject({
    why: "violation",
    detail: expect.stringContaining("at most 67108864"),
  });
});

test("1,000 requests that are cancelled leave nothing behind", async () => {
  const { ask, connection, server } = connect({ on: { go: [{ wait: 1000 }, { reply: 1 }] } });
  await ask("shutdown");
  const before = timers();
  const shared = new AbortController();
  const outcomes: Promise<unknown>[] = [];
  for (let count = 0; count < 500; count++) {
    const own = new AbortController();
    outcomes.push(ask("go", {}, { signal: own.signal }), ask("go", {}, { signal: shared.signal }));
    own.abort();
  }
  expect(getEventListeners(shared.signal, "abort")).toHaveLength(1);
  shared.abort();
  const settled = await Promise.allSettled(outcomes);
  expect(settled.filter((one) => one.status === "rejected" && one.reason.code === "cancelled")).toHaveLength(1000);
  expect(connection.inFlight).toBe(0);
  expect(timers() - before).toBeLessThan(10);
  expect(await ask("shutdown")).toBeNull();
  const methods = server.received().map(({ method }) => method);
  const sent = methods.filter((one) => one === "go").length;
  expect(methods.filter((one) => one === "$/cancelRequest")).toHaveLength(sent);
  // What waited for its turn was never sent.
  expect(sent).toBeLessThanOrEqual(16);
});

test("a server that reads nothing is given up before what waits for it grows without end", async () => {
  const { ask, connection, child } = connect({ atStart: [{ stopReading: true }] }, {}, { maxUnreadBytes: 2 ** 20 });
  const asked = ask("go").catch((error: unknown) => error);
  for (let count = 0; count < 1000; count++) connection.notify("text", "x".repeat(10_000));
  expect(await connection.closed).toMatchObject({ why: "unresponsive", detail: expect.stringContaining("unread") });
  expect(await asked).toMatchObject({ code: "closed", message: expect.stringContaining("does not react") });
  expect(child.stdin?.destroyed).toBe(true);
  expect(child.stdin?.writableLength).toBeLessThanOrEqual(2 ** 20);
});

test("one large message is no sign of a server that does not read", async () => {
  const { ask } = connect({ record: false, on: { go: [{ reply: 1 }] } }, {}, { maxUnreadBytes: 2 ** 20 });
  expect(await ask("go", "x".repeat(5 * 2 ** 20))).toBe(1);
});

test("a server that asks without end and never gets to an answer is refused beyond 1,000", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const connection = openConnection({ input, output }, { ...handlers, onRequest: () => new Promise(() => {}) });
  const bodies = Array.from({ length: 1001 }, (_, id) => JSON.stringify({ id, method: "ask" }));
  output.write(bodies.map((body) => `Content-Length: ${body.length}\r\n\r\n${body}`).join(""));
  let text = "";
  for await (const chunk of input) {
    text += String(chunk);
    if (text.endsWith("}")) break;
  }
  expect(JSON.parse(text.slice(text.indexOf("{")))).toMatchObject({ id: 1000, error: { code: -32803 } });
  connection.close({ why: "closed", detail: "by the test" });
});

test("closing rejects what is pending once, removes every listener and timer, and later writes do nothing", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const count = (): number =>
    kinds.reduce((sum, kind) => sum + input.listenerCount(kind) + output.listenerCount(kind), 0);
  const [listenersBefore, timersBefore] = [count(), timers()];
  const connection = openConnection({ input, output }, handlers, { maxInFlight: 2 });
  const signal = new AbortController().signal;
  const asked = Array.from({ length: 40 }, (_, n) => connection.request("go", [n], { signal, timeoutMs: 60_000 }));
  connection.close({ why: "closed", detail: "by the test" });
  connection.close({ why: "ended", detail: "again" });
  const settled = await Promise.allSettled(asked);
  expect(settled.every((one) => one.status === "rejected" && one.reason.code === "closed")).toBe(true);
  expect(await connection.closed).toEqual({ why: "closed", detail: "by the test" });
  connection.notify("late");
  await expect(connection.request("late", {}, { signal, timeoutMs: 10 })).rejects.toMatchObject({ code: "closed" });
  input.resume();
  input.destroy(new Error("a broken pipe after the end"));
  output.destroy(new Error("another"));
  await Promise.all([input, output].map((stream) => new Promise((resolve) => stream.once("close", resolve))));
  expect(count()).toBe(listenersBefore);
  // The runner of the tests has timers, too.
  expect(timers() - timersBefore).toBeLessThan(10);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
