import { createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { contextOf } from "../fixtures/probe-context.ts";
import { createUrlTarget } from "../subject/url-target.ts";
import { httpProbe } from "./http.ts";
import type { Measured, ProbeContext } from "./probe.ts";

test("a server that answers byte by byte is given up after the time for an answer", async () => {
  const { url } = await serveDrips();
  const measured: Measured = {};
  await httpProbe.run(over(url), measured);
  expect(measured.http?.filter(({ name }) => name.startsWith("foreign"))).toMatchObject([
    { accepted: false, received: expect.stringContaining("no answer within 100 ms") },
    { accepted: false, received: expect.stringContaining("no answer within 100 ms") },
  ]);
});

test("an audit that is over waits for no answer, and nothing counts as measured", async () => {
  const ended = new AbortController();
  const { url, sockets } = await serveDrips(() => ended.abort());
  const measured: Measured = {};
  await expect(httpProbe.run(over(url, ended.signal), measured)).rejects.toThrow("time of the audit");
  expect(measured).toEqual({});
  await expect.poll(() => sockets.every(({ destroyed }) => destroyed)).toBe(true);
});

function over(url: string, signal = new AbortController().signal): ProbeContext {
  const limits = { startMs: 1_000, callMs: 1_000, answerMs: 100, endMs: 1_000 };
  return contextOf({ target: createUrlTarget({ url }, "legacy", limits.startMs), limits, signal });
}

/** Headers that never end. */
async function serveDrips(onConnection = (): void => {}): Promise<{ url: string; sockets: readonly Socket[] }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    socket.write("HTTP/1.1 200 OK\r\nx-drip: ");
    const drips = setInterval(() => socket.write("a"), 10);
    socket.once("close", () => clearInterval(drips));
    socket.once("data", onConnection);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/mcp`, sockets };
}
