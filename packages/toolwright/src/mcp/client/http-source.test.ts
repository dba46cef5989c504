import { createMcpHandler, isLegacyRequest, McpServer } from "@modelcontextprotocol/server";
import { expect } from "vitest";
import { z } from "zod";
import { verifies } from "../../../test/verifies.ts";
import { deferred } from "../../tool/deferred.ts";
import { serveFetch } from "./fixtures/http-server.ts";
import { allowingKernel, openFixture } from "./fixtures/sources.ts";

const secret = "Bearer t0p-s3cret-token";

function buildServer(onCancel: () => void = () => {}): McpServer {
  const server = new McpServer({ name: "web", version: "1" });
  const input = z.strictObject({ words: z.string() });
  server.registerTool("echo", { inputSchema: input }, async ({ words }) => ({
    content: [{ type: "text", text: words }],
  }));
  server.registerTool("wait", {}, async ({ mcpReq }) => {
    await new Promise((resolve) => mcpReq.signal.addEventListener("abort", resolve, { once: true }));
    onCancel();
    return { content: [] };
  });
  return server;
}

verifies(
  "tool-source:adopted",
  "a server by HTTP is used in the protocol it speaks, with the given headers",
  async () => {
    const seen = new Set<string | null>();
    for (const legacy of [false, true]) {
      const handler = createMcpHandler(() => buildServer());
      const { url } = await serveFetch(async (request) => {
        seen.add(request.headers.get("authorization"));
        if (legacy && !(await isLegacyRequest(request.clone()))) return new Response("Bad Request", { status: 400 });
        return await handler.fetch(request);
      });
      const { source } = await openFixture({ url, headers: { authorization: secret } });
      expect(source.serverInfo.protocolVersion).toBe(legacy ? "2025-11-25" : "2026-07-28");
      const kernel = allowingKernel(source.tools);
      expect(await kernel.call("far__echo", { words: "hi" })).toMatchObject({ status: "ok", text: "hi" });
    }
    expect([...seen]).toEqual([secret]);
  },
);

verifies("tool-source:cancel", "a server by HTTP hears of a cancelled call", async () => {
  const cancelled = deferred();
  const handler = createMcpHandler(() => buildServer(cancelled.resolve));
  const began = deferred();
  const { url } = await serveFetch(async (request) => {
    if (request.headers.get("mcp-name") === "wait") began.resolve();
    return await handler.fetch(request);
  });
  const { source } = await openFixture({ url });
  const abort = new AbortController();
  const call = allowingKernel(source.tools).call("far__wait", {}, { signal: abort.signal });
  await began.promise;
  abort.abort();
  expect(await call).toMatchObject({ status: "cancelled" });
  await cancelled.promise;
});

verifies("tool-source:changed", "a server by HTTP tells of a changed list", async () => {
  let grown = false;
  const handler = createMcpHandler(() => {
    const server = buildServer();
    if (grown) server.registerTool("fresh", {}, async () => ({ content: [] }));
    return server;
  });
  const { url } = await serveFetch((request) => handler.fetch(request));
  const changed = deferred<readonly string[]>();
  const { source } = await openFixture(
    { url },
    { onToolsChanged: ({ tools }) => changed.resolve(tools.map(({ name }) => name)) },
  );
  expect(source.tools).toHaveLength(2);
  grown = true;
  handler.notify.toolsChanged();
  expect(await changed.promise).toEqual(["far__echo", "far__wait", "far__fresh"]);
});

verifies("tool-source:secrets", "headers, credentials and queries are in no error and no fault", async () => {
  const words: string[] = [];
  for (const status of [401, 404, 500, 200]) {
    const { url } = await serveFetch(async (request) => {
      const told = `${request.headers.get("authorization")} ${request.headers.get("x-key")} ${request.url}`;
      return new Response(status === 200 ? `<p>${told}</p>` : told, { status, statusText: told.slice(0, 20) });
    });
    const address = `${url.replace("http://", "http://us3rname:p4ssword@")}?key=qu3ry-secret`;
    const faults: string[] = words;
    const onFault = (error: Error): void => void faults.push(error.message);
    const opening = openFixture({ url: address, headers: { "x-key": "k3y-of-header" } }, { onFault });
    await expect(opening).rejects.toMatchObject({ code: "start_failed" });
    await opening.catch((error: unknown) => words.push(String(error)));
    expect(words.at(-1)).toContain(`(${url})`);
  }
  const basic = Buffer.from("us3rname:p4ssword").toString("base64");
  for (const hidden of ["us3rname", "p4ssword", basic, "qu3ry-secret", "k3y-of-header"]) {
    expect(words.join("\n")).not.toContain(hidden);
  }
  expect(words.join("\n")).toContain("give the credentials in server.headers");
});

verifies("tool-source:secrets", "what an HTTP server says in a failing call is told without them", async () => {
  const handler = createMcpHandler(() => buildServer());
  let failing = false;
  const { url } = await serveFetch(async (request) => {
    if (failing) return new Response(request.headers.get("authorization"), { status: 503 });
    return await handler.fetch(request);
  });
  const { source } = await openFixture({ url, headers: { authorization: secret } });
  failing = true;
  const events: unknown[] = [];
  const kernel = allowingKernel(source.tools, { onEvent: (event) => events.push(event) });
  expect(await kernel.call("far__echo", { words: "hi" })).toMatchObject({
    error: { code: "remote_http_error", message: "far answered with HTTP 503.", retryable: true },
  });
  expect(JSON.stringify(events)).not.toContain("t0p-s3cret-token");
});

verifies(
  "tool-source:start-fails",
  "a server by HTTP that is not there or never answers is an error in time",
  async () => {
    const { url, close } = await serveFetch(() => new Promise(() => {}));
    await expect(openFixture({ url }, { startTimeoutMs: 500 })).rejects.toMatchObject({ code: "start_timed_out" });
    close();
    await expect(openFixture({ url })).rejects.toMatchObject({
      code: "start_failed",
      message: expect.stringContaining("ECONNREFUSED"),
    });
  },
);

verifies("tool-source:garbage", "an answer by HTTP that is too big or breaks off ends its call at once", async () => {
  const handler = createMcpHandler(() => buildServer());
  let bad: (() => Response) | undefined;
  const { url } = await serveFetch(async (request) => bad?.() ?? (await handler.fetch(request)));
  const { source } = await openFixture({ url });
  const kernel = allowingKernel(source.tools);
  const endless = (type: string): Response => {
    const piece = new TextEncoder().encode(`data: ${"x".repeat(1024 * 1024)}`);
    return new Response(new ReadableStream({ pull: (controller) => controller.enqueue(piece) }), {
      headers: { "content-type": type },
    });
  };
  const messages: string[] = [];
  for (bad of [
    () => endless("application/json"),
    () => endless("text/event-stream"),
    () => new Response(": nothing\n\n", { headers: { "content-type": "text/event-stream" } }),
    () => new Response("{}", { headers: { "content-type": "application/json" } }),
  ]) {
    const outcome = await kernel.call("far__echo", { words: "hi" });
    messages.push(outcome.status === "tool_error" ? outcome.error.message : outcome.status);
  }
  bad = undefined;
  expect(messages).toMatchInlineSnapshot(`
    [
      "far gave no answer: The answer has more than 16777216 bytes.",
      "The answer of far cannot be read: The connection broke before the answer was whole. The call may have taken effect.",
      "The answer of far cannot be read: The connection broke before the answer was whole. The call may have taken effect.",
      "The answer of far cannot be read: It is not what the protocol asks for. The call may have taken effect.",
    ]
  `);
  expect(await kernel.call("far__echo", { words: "hi" })).toMatchObject({ status: "ok" });
});
