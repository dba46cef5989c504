import { createMcpHandler, isLegacyRequest, McpServer } from "@modelcontextprotocol/server";
import { expect } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { isJsonObject } from "../../tool/schema.ts";
import { createMark, processesWith, waitFor } from "../../process/fixtures/process-search.ts";
import { serveFetch } from "./fixtures/http-server.ts";
import { allowingKernel, fixtureServer, openFixture } from "./fixtures/sources.ts";
import type { LinkOptions } from "./link.ts";
import { type ServerLink, keepAlive } from "./live-server.ts";
import { openProcessLink } from "./process-link.ts";

const echo = { name: "echo", arguments: { words: "hi" } };
const never = new AbortController().signal;

async function connect(): Promise<ServerLink> {
  const options: LinkOptions = { signal: never, onFault: () => {}, onToolsChanged: undefined };
  const link = openProcessLink(fixtureServer("good"), undefined, options);
  const client = await link.connect({ timeoutMs: 60_000, signal: never });
  return { link, client };
}

async function end({ client, link }: ServerLink): Promise<void> {
  await client.callTool({ name: "leave", arguments: {} }).catch(() => {});
  expect(await waitFor(() => link.describeEnd() !== undefined)).toBe(true);
}

verifies(
  "loop:source-restarts",
  "a server that keeps ending is started with growing waits, and sooner once it was healthy",
  async () => {
    let now = 0;
    let started = 0;
    const server = keepAlive(
      "far",
      await connect(),
      () => {
        started += 1;
        return connect();
      },
      () => now,
    );
    for (const waitMs of [0, 1_000, 2_000, 4_000]) {
      await end(server.latest());
      if (waitMs > 0) {
        const words = `The server is started again after ${waitMs / 1_000} s; call again then.`;
        await expect(server.connect(never)).rejects.toThrow(words);
        await expect(server.connect(never)).rejects.toMatchObject({ code: "server_ended", retryable: true });
      }
      now += waitMs;
      // However many calls come at once, one server is started.
      const both = await Promise.all([server.connect(never), server.connect(never)]);
      expect(both[0]).toBe(both[1]);
      expect(await both[0]?.client.callTool(echo)).toMatchObject({ content: [{ text: "hi" }] });
    }
    expect(started).toBe(4);
    now += 60_000;
    await end(server.latest());
    await server.connect(never);
    expect(started).toBe(5);
    await server.close();
  },
);

verifies(
  "loop:source-restarts",
  "a server that cannot be started again says so, and is tried again later",
  async () => {
    let now = 0;
    let works = false;
    const server = keepAlive(
      "far",
      await connect(),
      async () => {
        if (!works) throw new Error("There is no disk.");
        return await connect();
      },
      () => now,
    );
    await end(server.latest());
    await expect(server.connect(never)).rejects.toThrow("The server far could not be started again: There is no disk.");
    await expect(server.connect(never)).rejects.toThrow("The call was not sent.");
    [works, now] = [true, 1_000];
    expect(await (await server.connect(never)).client.callTool(echo)).toMatchObject({ content: [{ text: "hi" }] });
    await server.close();
  },
);

verifies("tool-source:closed", "what was started again is closed with its source", async () => {
  const mark = createMark();
  const { source } = await openFixture(fixtureServer("good", "dual", "", mark));
  const kernel = allowingKernel(source.tools);
  await kernel.call("far__leave", {});
  expect(await kernel.call("far__breed", {})).toMatchObject({ status: "ok" });
  expect(processesWith(mark).length).toBe(3);
  await source.close();
  expect(processesWith(mark)).toEqual([]);
  expect(await kernel.call("far__echo", { words: "hi" })).toMatchObject({ error: { code: "source_closed" } });
});

verifies("loop:source-restarts", "a server by HTTP that has forgotten the session gets a new one", async () => {
  let sessions = 0;
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: "web", version: "1" });
    server.registerTool("tell", {}, async () => ({ content: [{ type: "text", text: "told" }] }));
    return server;
  });
  let known = "";
  const { url } = await serveFetch(async (request) => {
    if (!(await isLegacyRequest(request.clone()))) return new Response("Bad Request", { status: 400 });
    const body: unknown = await request
      .clone()
      .json()
      .catch(() => ({}));
    const session = request.headers.get("mcp-session-id");
    if (session !== null && session !== known) return new Response("No such session", { status: 404 });
    const response = await handler.fetch(request);
    if (!isJsonObject(body) || body["method"] !== "initialize") return response;
    sessions += 1;
    known = `session-${sessions}`;
    response.headers.set("mcp-session-id", known);
    return response;
  });
  const { source } = await openFixture({ url });
  const kernel = allowingKernel(source.tools);
  expect(await kernel.call("far__tell", {})).toMatchObject({ text: "told" });
  known = "after its restart";
  expect(await kernel.call("far__tell", {})).toMatchObject({ error: { code: "server_ended" } });
  expect(await kernel.call("far__tell", {})).toMatchObject({ text: "told" });
  expect(sessions).toBe(2);
});
