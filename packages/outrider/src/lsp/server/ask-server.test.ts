import { expect, test } from "vitest";
import { startScripted } from "./scripted.test-kit.ts";
import { signal } from "./server.test-kit.ts";

const refused = (code: number) => [{ error: { code, message: "not now" } }];

test.each([-32800, -32801, -32802])("a question that failed in passing with %i is asked again", async (code) => {
  const { server, script } = await startScripted({
    on: { "textDocument/definition": [refused(code), refused(code), [{ reply: [] }]] },
  });
  expect(await server.request("textDocument/definition", {}, { signal })).toEqual([]);
  expect(script.received().filter(({ method }) => method === "textDocument/definition")).toHaveLength(3);
});

test("it is asked at most four times, and within its own time", async () => {
  const { server, script } = await startScripted({
    on: { "textDocument/definition": refused(-32801), "textDocument/hover": refused(-32801) },
  });
  const count = (name: string): number => script.received().filter(({ method }) => method === name).length;
  const failure = { code: "server", rpcCode: -32801 };
  await expect(server.request("textDocument/definition", {}, { signal })).rejects.toMatchObject(failure);
  expect(count("textDocument/definition")).toBe(4);
  await expect(server.request("textDocument/hover", {}, { signal, timeoutMs: 250 })).rejects.toMatchObject(failure);
  expect(count("textDocument/hover")).toBe(2);
});

test("a rename is never asked again by itself", async () => {
  const { server, script } = await startScripted({ on: { "textDocument/rename": refused(-32801) } });
  await expect(server.request("textDocument/rename", {}, { signal })).rejects.toMatchObject({ rpcCode: -32801 });
  expect(script.received().filter(({ method }) => method === "textDocument/rename")).toHaveLength(1);
});

test("a cancelled question ends at once, also between two attempts", async () => {
  const { server, script } = await startScripted({
    on: { "x/slow": [{ wait: 60_000 }], "textDocument/definition": refused(-32801) },
  });
  for (const method of ["x/slow", "textDocument/definition"]) {
    const controller = new AbortController();
    const asked = server.request(method, {}, { signal: controller.signal });
    await expect.poll(() => script.received().filter((each) => each.method === method).length).toBeGreaterThan(0);
    controller.abort();
    await expect(asked).rejects.toMatchObject({ code: "cancelled" });
  }
});
