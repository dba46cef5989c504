import { once } from "node:events";
import { createServer, request, type IncomingMessage } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import { createKernel } from "../../src/call/kernel.ts";
import { unreadLimits, type UnreadLimits } from "../../src/mcp/http/slow-readers.ts";
import { abortOnHangUp, sendWebResponse } from "../../src/mcp/http/web-exchange.ts";
import { defineServer, serveHttp, type ServedHttp } from "../../src/mcp/index.ts";
import type { AnyTool } from "../../src/tool/tool.ts";
import { deferred, sampleTool } from "../sample.ts";
import { verifies } from "../verifies.ts";
import { messageOf } from "./raw-http.ts";
import { envelope, modernVersion } from "./raw-message.ts";

const kiB = 1024;
const miB = 1024 * kiB;

verifies(
  "mcp:unread",
  "a call whose client does not read what it logs is cancelled before memory is full",
  async () => {
    const { promise: ended, resolve: end } = deferred<{ readonly logged: number; readonly cancelled: boolean }>();
    const line = "x".repeat(64 * kiB);
    const flood = sampleTool(async (_input, _services, call) => {
      let logged = 0;
      for (; logged < 256 * miB && !call.signal.aborted; logged += line.length) {
        call.log("error", line);
        await nextTurn();
      }
      end({ logged, cancelled: call.signal.aborted });
      return "done";
    });
    const { response } = await callAndPause(await serve(flood));
    const { logged, cancelled } = await ended;
    expect(cancelled).toBe(true);
    expect(logged).toBeGreaterThan(unreadLimits.maxBytes);
    // What the two sockets hold comes on top.
    expect(logged).toBeLessThan(unreadLimits.maxBytes + 32 * miB);
    await expect(textOf(response)).rejects.toMatchObject({ code: "ECONNRESET" });
  },
);

verifies("mcp:unread", "a client that takes nothing is let go after a while", async () => {
  const limits = { ...unreadLimits, waitBytes: miB, waitMs: 100 };
  const { answer, cancelled } = endlessAnswer(32 * miB);
  const { gone } = await fetchPaused(answer, limits);
  await gone;
  await cancelled;
});

verifies(
  "mcp:unread",
  "so is one that takes nothing of an answer that is complete, even if it is shorter",
  async () => {
    const limits = { ...unreadLimits, completeMs: 100 };
    const { response, sent } = await fetchPaused(new Response(new Uint8Array(15 * miB)), limits);
    await sent;
    await expect(textOf(response)).rejects.toMatchObject({ code: "ECONNRESET" });
  },
);

verifies("mcp:unread", "one that reads slowly is not", async () => {
  const limits = { waitBytes: 0, waitMs: 3_000, completeMs: 3_000, maxBytes: miB };
  const { response } = await fetchPaused(new Response(new Uint8Array(24 * miB)), limits);
  let bytes = 0;
  // So slowly that it takes longer than it is waited for.
  for await (const chunk of response.iterator()) {
    bytes += Buffer.from(chunk).length;
    if (bytes % (256 * kiB) < 64 * kiB) await new Promise((resolve) => setTimeout(resolve, 40));
  }
  expect(bytes).toBe(24 * miB);
});

verifies("mcp:unread", "the next answer on the same connection has its own time", async () => {
  const limits = { ...unreadLimits, waitMs: 50, completeMs: 50 };
  const server = createServer((incoming, response) => {
    const delayMs = incoming.url === "/slow" ? 300 : 0;
    setTimeout(
      () => void sendWebResponse(new Response("x"), response, abortOnHangUp(response).signal, limits),
      delayMs,
    );
  });
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  // oxlint-disable-next-line typescript/consistent-type-assertions -- it listens on a port
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => (text += String(chunk)));
  const ask = (path: string, more = ""): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
  socket.write(`${ask("/quick")}${ask("/slow", "Connection: close\r\n")}`);
  await once(socket, "close");
  expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
});

verifies("mcp:close", "an answer that is on its way arrives before the server is closed", async () => {
  const line = "x".repeat(miB);
  const served = await serve(
    sampleTool((_input, _services, call) => {
      for (let lines = 0; lines < 24; lines++) call.log("error", line);
      return "the end";
    }),
  );
  const { response } = await callAndPause(served);
  const closed = served.close(10_000);
  expect(await textOf(response)).toContain("the end");
  await closed;
});

async function serve(tool: AnyTool): Promise<ServedHttp> {
  const kernel = createKernel<readonly AnyTool[]>({
    tools: [tool],
    // oxlint-disable-next-line typescript/consistent-type-assertions -- sample tools ask for no services
    services: () => ({}) as never,
  });
  const definition = defineServer({ name: "unread", version: "1.0.0", kernel, onFault: () => {} });
  const served = await serveHttp(definition);
  onTestFinished(async () => {
    await served.close(0);
    await kernel.close();
  });
  return served;
}

interface Paused {
  readonly response: IncomingMessage;
}

/** Calls the tool, and reads nothing of the answer but its headers. */
async function callAndPause({ url, token }: ServedHttp): Promise<Paused> {
  const _meta = { ...envelope(), "io.modelcontextprotocol/logLevel": "debug" };
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    authorization: `Bearer ${token}`,
    "mcp-protocol-version": modernVersion,
    "mcp-method": "tools/call",
    "mcp-name": "sample",
  };
  return await openPaused(url, headers, messageOf("tools/call", { name: "sample", arguments: {}, _meta }));
}

interface Exchanged extends Paused {
  /** When the client was let go. */
  readonly gone: Promise<unknown>;
  /** When nothing waits for the client any more. */
  readonly sent: Promise<void>;
}

/** The same for any answer, within other limits. */
async function fetchPaused(answer: Response, limits: UnreadLimits): Promise<Exchanged> {
  const { promise: gone, resolve: leave } = deferred();
  const { promise: sent, resolve: finish } = deferred();
  const server = createServer((_request, response) => {
    const { signal } = abortOnHangUp(response);
    signal.addEventListener("abort", () => leave());
    void sendWebResponse(answer, response, signal, limits).then(finish);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a port was asked for, not a pipe
  const { port } = server.address() as AddressInfo;
  return { ...(await openPaused(`http://127.0.0.1:${port}`)), gone, sent };
}

async function openPaused(url: string, headers: Record<string, string> = {}, body?: string): Promise<Paused> {
  const outgoing = request(url, { method: body === undefined ? "GET" : "POST", headers });
  outgoing.end(body);
  return await new Promise<Paused>((resolve, reject) => {
    outgoing.on("error", reject);
    outgoing.on("response", (response) => {
      response.pause();
      response.on("error", () => {});
      resolve({ response });
    });
  });
}

/** As the SDK's streams are: it takes whatever comes, and ends when it is cancelled. */
function endlessAnswer(bytes: number) {
  const { promise: cancelled, resolve: cancel } = deferred();
  const piece = new Uint8Array(64 * kiB);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let sent = 0; sent < bytes; sent += piece.length) controller.enqueue(piece);
    },
    cancel: () => cancel(),
  });
  return { answer: new Response(body), cancelled };
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}
