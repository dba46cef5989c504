import { existsSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { expect, onTestFinished, vi } from "vitest";
import { createKernel } from "../../src/call/kernel.ts";
import { defineServer, serveHttp, type ServedHttp } from "../../src/mcp/index.ts";
import { sampleTool } from "../sample.ts";
import { verifies } from "../verifies.ts";
import { createLog } from "./log.ts";
import { messageOf, openSession } from "./raw-http.ts";
import { envelope, modernVersion } from "./raw-message.ts";

/** Where Linux tells of every connection which timer runs for it. */
const connections = "/proc/net/tcp";
const keepAliveTimer = "02";

verifies("mcp:vanished", "the system looks whether a silent client is still there", async ({ skip }) => {
  if (!existsSync(connections)) return skip();
  const { served, calls } = await serve();
  const client = connect(served.port, "127.0.0.1");
  onTestFinished(() => void client.destroy());
  client.write(holdRequest(served, 1));
  await calls.find((event) => event === "started");
  const near = `:${hex(served.port)}`;
  const far = `:${hex(client.localPort ?? 0)}`;
  const rows = readFileSync(connections, "utf8").split("\n");
  const columns = rows
    .map((row) => row.trim().split(/\s+/))
    .find(([, at, to]) => at?.endsWith(near) && to?.endsWith(far));
  const [timer, hundredths = ""] = columns?.[5]?.split(":") ?? [];
  expect(timer).toBe(keepAliveTimer);
  expect(Number.parseInt(hundredths, 16) / 100).toBeLessThanOrEqual(30);
});

verifies("mcp:vanished", "open streams get a sign of life, which fails where nobody is left", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { served } = await serve();
  const session = await openSession({ url: served.url, token: served.token ?? "" });
  const legacy = await listen(served, { "mcp-session-id": session });
  const modern = await listen(
    served,
    { "mcp-protocol-version": modernVersion, "mcp-method": "subscriptions/listen" },
    messageOf("subscriptions/listen", { _meta: envelope(), notifications: { toolsListChanged: true } }),
  );
  await modern.find((text) => text.includes("acknowledged"));
  vi.advanceTimersByTime(15_000);
  await legacy.find((text) => text.includes(": keepalive"));
  await modern.find((text) => text.includes(": keepalive"));
});

verifies("mcp:vanished", "a client that hangs up cancels the calls, too, that wait behind its first", async () => {
  const { served, calls } = await serve();
  const client = connect(served.port, "127.0.0.1");
  const ids = Array.from({ length: 12 }, (_, index) => index + 1);
  client.write(ids.map((id) => holdRequest(served, id)).join(""));
  await calls.find(() => calls.entries.filter((event) => event === "started").length === ids.length);
  client.destroy();
  await calls.find(() => calls.entries.filter((event) => event === "aborted").length === ids.length);
});

/** A server whose tool runs until it is cancelled. */
async function serve() {
  const calls = createLog<"started" | "aborted">();
  const hold = sampleTool(async (_input, _services, call) => {
    calls.add("started");
    await new Promise<void>((resolve) => {
      call.signal.addEventListener("abort", () => resolve());
    });
    calls.add("aborted");
    return "held";
  });
  const kernel = createKernel({ tools: [hold] });
  const served = await serveHttp(defineServer({ name: "hold", version: "1.0.0", kernel, onFault: () => {} }));
  onTestFinished(async () => {
    await served.close(0);
    await kernel.close();
  });
  return { served, calls };
}

/** As it is on the wire: no client library sends a request before the last one was answered. */
function holdRequest({ token }: ServedHttp, id: number): string {
  const body = messageOf("tools/call", { name: "sample", arguments: {}, _meta: envelope() }, id);
  const head = [
    "POST /mcp HTTP/1.1",
    "Host: localhost",
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    "Accept: application/json, text/event-stream",
    `MCP-Protocol-Version: ${modernVersion}`,
    "Mcp-Method: tools/call",
    "Mcp-Name: sample",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}

async function listen({ url, token }: ServedHttp, headers: Record<string, string>, body?: string) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const response = await fetch(url, {
    method: body === undefined ? "GET" : "POST",
    ...(body === undefined ? {} : { body }),
    signal: stop.signal,
    headers: {
      accept: body === undefined ? "text/event-stream" : "application/json, text/event-stream",
      "content-type": "application/json",
      authorization: `Bearer ${token}`,
      ...headers,
    },
  });
  const heard = createLog<string>();
  void response.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeTo(new WritableStream({ write: (text) => heard.add(text) }))
    .catch(() => {});
  return heard;
}

function hex(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, "0");
}
