import { expect, test } from "vitest";
import { startScripted, survivorsOf } from "./scripted.test-kit.ts";
import { signal } from "./server.test-kit.ts";

const quick = { shutdown: 200, leave: 200, grace: 200, hang: 50 };

test("a stopped server was told so, without params, and is gone", async () => {
  const { server, script } = await startScripted();
  await server.stop();
  await server.stop();
  expect(script.received().slice(-2)).toEqual([
    { jsonrpc: "2.0", id: expect.any(Number), method: "shutdown" },
    { jsonrpc: "2.0", method: "exit" },
  ]);
  expect(await server.closed).toEqual({ why: "closed", detail: "it was stopped" });
  expect(script.events().filter(({ event }) => event === "signal")).toEqual([]);
  expect(survivorsOf(script)).toEqual([]);
});

test("a server that ignores shutdown, exit, the end of its input and SIGTERM is ended with its grandchild", async () => {
  const { server, script } = await startScripted(
    {
      atStart: [{ grandchild: { holdsOutput: true } }],
      on: { shutdown: [], exit: [] },
      ignoreEnd: true,
      ignoreSignals: ["SIGTERM"],
    },
    { limits: quick },
  );
  expect(survivorsOf(script)).toHaveLength(2);
  await server.stop();
  expect(survivorsOf(script)).toEqual([]);
});

test("a crash rejects what is under way, once, with what the server last wrote", async () => {
  const { server, script } = await startScripted({
    on: { "x/crash": [{ stderr: "out of memory\n" }, { wait: 50 }, { crash: true }], "x/silent": [] },
  });
  const silent = server.request("x/silent", {}, { signal });
  const crash = server.request("x/crash", {}, { signal });
  for (const each of [silent, crash]) {
    await expect(each).rejects.toMatchObject({ code: "closed", message: expect.stringContaining("out of memory") });
  }
  expect(await server.closed).toMatchObject({ why: "ended", detail: expect.stringContaining("out of memory") });
  await expect(server.request("x/later", {}, { signal })).rejects.toMatchObject({ code: "closed" });
  await expect(server.untilReady({ signal, waitMs: 100 })).rejects.toMatchObject({ code: "closed" });
  await server.tellChanges({ added: [], changed: [], removed: ["/gone.ts"] });
  await server.stop();
  expect(survivorsOf(script)).toEqual([]);
});

test("a server that exits while a grandchild holds its output is gone all the same", async () => {
  const { server, script } = await startScripted({
    atStart: [{ grandchild: { holdsOutput: true } }],
    on: { "x/exit": [{ exit: 7 }] },
  });
  await expect(server.request("x/exit", {}, { signal })).rejects.toMatchObject({
    code: "closed",
    message: expect.stringContaining("it exited with code 7"),
  });
  await server.stop();
  expect(survivorsOf(script)).toEqual([]);
});

test("what is no message ends the server", async () => {
  const { server, script } = await startScripted({
    on: { "x/garbage": [{ raw: "Content-Length: 99999999999\r\n\r\nabc" }] },
    ignoreEnd: true,
  });
  await expect(server.request("x/garbage", {}, { signal })).rejects.toMatchObject({ code: "closed" });
  expect((await server.closed).why).toBe("violation");
  await server.stop();
  expect(survivorsOf(script)).toEqual([]);
});

test("three requests without an answer, one after the other, end the server as unresponsive", async () => {
  const { server, script } = await startScripted({ on: { "x/silent": [] }, ignoreEnd: true }, { limits: quick });
  const ask = () =>
    server.request("x/silent", {}, { signal, timeoutMs: 60 }).catch(({ code }: { code: string }) => code);
  expect(await Promise.all([ask(), ask(), ask(), ask()])).toEqual(Array(4).fill("timed_out"));
  await server.request("x/other", {}, { signal }).catch(() => {});
  expect([await ask(), await ask(), await ask()]).toEqual(Array(3).fill("timed_out"));
  expect(await server.closed).toMatchObject({
    why: "unresponsive",
    detail: expect.stringContaining("3 requests in a row"),
  });
  await server.stop();
  expect(survivorsOf(script)).toEqual([]);
});

test("requests that were given too little time say nothing of the server", async () => {
  const { server } = await startScripted({ on: { "x/silent": [] } });
  for (let time = 0; time < 4; time += 1) {
    await expect(server.request("x/silent", {}, { signal, timeoutMs: 20 })).rejects.toMatchObject({
      code: "timed_out",
    });
  }
  await expect(server.request("x/other", {}, { signal })).rejects.toMatchObject({ code: "server", rpcCode: -32601 });
});
