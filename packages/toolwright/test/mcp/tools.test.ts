import { describe, expect } from "vitest";
import { verifies } from "../verifies.ts";
import { clientRows, rowTitle } from "./client-rows.ts";
import { useClient, type TestClient } from "./connect.ts";
import { useFixture } from "./fixture-process.ts";

const fixture = useFixture();

describe.each(clientRows)(rowTitle, (row) => {
  const full = useClient(fixture, row, { variant: "full" });
  const bare = useClient(fixture, row, { variant: "bare", canElicit: false });

  verifies("mcp:list", "all tools, sorted, with schema and hints", async () => {
    const { client } = full;
    expect(client.era).toBe(row.era);
    const { tools } = await client.sdk.listTools();
    const names = tools.map((tool) => tool.name);
    expect(names).toEqual([...names].sort());
    // A legacy client sees what it can use now, a modern one what there is.
    expect(names.includes("use_feature")).toBe(row.era === "modern");
    expect(tools.find((tool) => tool.name === "remove_file")).toMatchObject({
      title: "Remove file",
      inputSchema: { type: "object", required: ["path"], additionalProperties: false },
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    });
  });

  verifies("mcp:list", "five tools, resources, templates and prompts, two on a page", async () => {
    const { sdk, wire } = bare.client;
    const five = ["a", "b", "c", "d", "e"];
    const tools = await readPages(async (cursor) => {
      const { tools: page, nextCursor } = await sdk.listTools(cursor);
      return { page: page.map((tool) => tool.name), nextCursor };
    });
    expect(tools).toEqual(["echo", "hold", "long_rows", "order_pizza", "remove_file"]);
    const resources = await readPages(async (cursor) => {
      const { resources: page, nextCursor } = await sdk.listResources(cursor);
      return { page: page.map((each) => each.name), nextCursor };
    });
    expect(resources).toEqual(five);
    const templates = await readPages(async (cursor) => {
      const { resourceTemplates: page, nextCursor } = await sdk.listResourceTemplates(cursor);
      return { page: page.map((each) => each.name), nextCursor };
    });
    expect(templates).toEqual(five);
    const prompts = await readPages(async (cursor) => {
      const { prompts: page, nextCursor } = await sdk.listPrompts(cursor);
      return { page: page.map((each) => each.name), nextCursor };
    });
    expect(prompts).toEqual(five);
    const asked = wire.entries.filter(({ way, message }) => way === "sent" && message.method === "prompts/list");
    expect(asked).toHaveLength(3);
    await expect(sdk.listTools({ cursor: "bm9uc2Vuc2U" })).rejects.toMatchObject({ code: -32_602 });
  });

  verifies("mcp:call", "the text comes back", async () => {
    expect(await full.client.callTool("echo", { text: "hello" })).toEqual({ content: [text("hello")] });
  });

  verifies("mcp:tool-error", "an error with the next step", async () => {
    expect(await full.client.callTool("fail")).toEqual({
      isError: true,
      content: [text('There is no luck today.\nNext: echo {"text":"tomorrow"}')],
    });
  });

  verifies("mcp:invalid-input", "one sentence a problem", async () => {
    const { content, isError } = await full.client.callTool("echo", { text: 5, txt: "x" });
    expect(isError).toBe(true);
    expect(content).toMatchObject([{ type: "text", text: expect.stringContaining('"txt"') }]);
  });

  verifies("mcp:unknown-tool", "a protocol error with the nearest name", async () => {
    const call = full.client.callTool("ecco");
    await expect(call).rejects.toMatchObject({ code: -32_602, message: expect.stringContaining("Did you mean") });
  });

  verifies("mcp:structured", "an object, a wrapped list, and the text where the value breaks the budget", async () => {
    const { client } = full;
    expect(await client.callTool("add", { a: 2, b: 3 })).toEqual({
      content: [text('{"sum":5}')],
      structuredContent: { sum: 5 },
    });
    expect(await client.callTool("list_numbers")).toEqual({
      content: [text("[1,2,3]")],
      structuredContent: { result: [1, 2, 3] },
    });
    expect(await client.callTool("long_value")).toEqual({
      content: [text("400 rows")],
      structuredContent: { text: "400 rows" },
    });
  });

  verifies("mcp:structured", "a spilled answer has its preview in both forms", async () => {
    const { content, structuredContent } = await full.client.callTool("long_rows");
    const [shown] = content;
    expect(shown?.["text"]).toMatch(/row 0 of a long answer[^]*read_output/);
    expect(structuredContent).toEqual({ text: shown?.["text"] });
  });

  verifies("mcp:structured", "without a store a long answer is an error, and no client takes offence", async () => {
    const { sdk, callTool } = bare.client;
    await sdk.listTools();
    const { content, isError, structuredContent } = await callTool("long_rows");
    expect(isError).toBe(true);
    expect(structuredContent).toBeUndefined();
    expect(content).toHaveLength(1);
  });

  verifies("mcp:attachments", "one of each kind", async () => {
    expect((await full.client.callTool("draw")).content).toEqual([
      text("drawn"),
      { type: "image", mimeType: "image/png", data: "aW1hZ2U=" },
      { type: "audio", mimeType: "audio/wav", data: "c291bmQ=" },
      { type: "resource", resource: { uri: "doc://drawn", mimeType: "text/plain", text: "whole" } },
      { type: "resource_link", uri: "doc://one", name: "one" },
    ]);
  });

  verifies("mcp:cancel-silent", "the handler hears of it, and nothing is answered", async () => {
    const { client } = full;
    const { events, wire } = startWatching(client);
    const controller = new AbortController();
    const call = client.callTool("hold", { key: "cancelled" }, { signal: controller.signal });
    const ended = call.then(
      () => "answered",
      () => "rejected",
    );
    await events.find((event) => event.name === "hold-started");
    controller.abort(new Error("enough"));
    expect(await ended).toBe("rejected");
    await events.find((event) => event.name === "hold-aborted" && event["key"] === "cancelled");
    // Whatever the server had to say about the call would come before this answer.
    await client.callTool("echo", { text: "after" });
    const sent = wire.entries.find(({ way, message }) => way === "sent" && message.method === "tools/call");
    const answers = wire.entries.filter(({ way, message }) => way === "received" && message.id === sent?.message.id);
    expect(sent?.message.id).toBeDefined();
    expect(answers).toEqual([]);
  });

  verifies("mcp:progress", "with a token", async () => {
    const { client } = full;
    const { wire } = startWatching(client);
    const seen: unknown[] = [];
    const call = client.callTool("hold", { key: "watched" }, { onprogress: (progress) => void seen.push(progress) });
    await wire.find(({ message }) => message.method === "notifications/progress");
    await client.callTool("release", { key: "watched" });
    await call;
    expect(seen).toMatchObject([{ message: "holding", total: 2 }]);
  });

  verifies("mcp:progress", "none without a token", async () => {
    const { client } = full;
    const { events, wire } = startWatching(client);
    const call = client.callTool("hold", { key: "unwatched" });
    await events.find((event) => event.name === "hold-started");
    await client.callTool("release", { key: "unwatched" });
    await call;
    expect(wire.entries.filter(({ message }) => message.method === "notifications/progress")).toEqual([]);
  });

  verifies("mcp:log", "from the level on that the client asked for", async () => {
    const { client } = full;
    if (row.era === "legacy") await client.sdk.setLoggingLevel("warning");
    const heard = client.notifications.fromNow();
    // Without a level a modern client has asked for nothing.
    if (row.era === "modern") await client.callTool("chatter");
    await client.callTool("chatter", {}, { logLevel: "warning" });
    await heard.find(({ params }) => params?.["level"] === "error");
    expect(heard.entries.map(({ params }) => params)).toMatchObject([
      { level: "warning", data: "a line of warning" },
      { level: "error", data: "a line of error" },
    ]);
  });
});

function text(words: string) {
  return { type: "text", text: words };
}

function startWatching({ events, wire }: TestClient): Pick<TestClient, "events" | "wire"> {
  return { events: events.fromNow(), wire: wire.fromNow() };
}

/** Every page that the client does not put together by itself. */
async function readPages(
  readPage: (cursor: { readonly cursor: string } | undefined) => Promise<{
    readonly page: readonly string[];
    readonly nextCursor?: string | undefined;
  }>,
): Promise<readonly string[]> {
  const all: string[] = [];
  let cursor: { readonly cursor: string } | undefined;
  do {
    const { page, nextCursor } = await readPage(cursor);
    all.push(...page);
    cursor = nextCursor === undefined ? undefined : { cursor: nextCursor };
  } while (cursor !== undefined);
  return all;
}
