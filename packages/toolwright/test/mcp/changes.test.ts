import { describe, expect } from "vitest";
import { verifies } from "../verifies.ts";
import { clientRows, rowTitle } from "./client-rows.ts";
import { useClient } from "./connect.ts";
import { useFixture } from "./fixture-process.ts";

const fixture = useFixture();

describe.each(clientRows)(rowTitle, (row) => {
  const full = useClient(fixture, row, { variant: "full" });

  verifies("mcp:list-changed-auto", "a call that brings a tool is followed by a word about it", async () => {
    const { client } = full;
    const heard = client.notifications.fromNow();
    expect(await client.callTool("use_feature")).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("Call set_feature.") }],
    });
    await client.callTool("set_feature", { on: true });
    // The modern era has one list for all: there nothing has changed.
    if (row.era === "legacy") await heard.find(({ method }) => method === "notifications/tools/list_changed");
    expect(await client.listToolNames()).toContain("use_feature");
    expect((await client.callTool("use_feature")).isError).toBeUndefined();
    const expected = row.era === "legacy" ? 1 : 0;
    expect(heard.entries).toHaveLength(expected);
  });

  verifies("mcp:list-changed", "every list, and what is watched", async () => {
    const { client } = full;
    await client.listenTo(["doc://one"]);
    const heard = client.notifications.fromNow();
    for (const kind of ["tools", "prompts", "resources"]) await client.callTool("announce", { kind });
    await client.callTool("announce", { kind: "resource", uri: "doc://one" });
    await heard.find(({ method }) => method === "notifications/resources/updated");
    expect(heard.entries.map(({ method }) => method).sort()).toEqual([
      "notifications/prompts/list_changed",
      "notifications/resources/list_changed",
      "notifications/resources/updated",
      "notifications/tools/list_changed",
    ]);
  });

  verifies("mcp:resource-updated", "only what the client watches", async () => {
    const { client } = full;
    await client.listenTo(["doc://two"]);
    const heard = client.notifications.fromNow();
    for (const uri of ["doc://other", "doc://two"]) await client.callTool("announce", { kind: "resource", uri });
    await heard.find(({ params }) => params?.["uri"] === "doc://two");
    expect(heard.entries.filter(({ params }) => params?.["uri"] === "doc://other")).toEqual([]);
    if (row.era === "modern") return;
    await client.sdk.unsubscribeResource({ uri: "doc://two" });
    const after = client.notifications.fromNow();
    for (const uri of ["doc://two", "doc://one"]) await client.callTool("announce", { kind: "resource", uri });
    await after.find(({ params }) => params?.["uri"] === "doc://one");
    expect(after.entries).toHaveLength(1);
  });

  verifies("mcp:resources", "listed, read, by template, unknown", async () => {
    const { sdk } = full.client;
    const { resources } = await sdk.listResources();
    expect(resources).toEqual([
      { uri: "doc://one", name: "one", mimeType: "text/plain" },
      { uri: "doc://two", name: "two", mimeType: "text/plain" },
    ]);
    const { resourceTemplates } = await sdk.listResourceTemplates();
    expect(resourceTemplates).toEqual([{ uriTemplate: "topic://{topic}", name: "topic" }]);
    const { contents } = await sdk.readResource({ uri: "doc://one" });
    expect(contents).toEqual([{ uri: "doc://one", mimeType: "text/plain", text: "first" }]);
    expect((await sdk.readResource({ uri: "topic://pears" })).contents).toEqual([
      { uri: "topic://pears", text: "about pears" },
    ]);
    const unknown = { code: -32_602, data: { uri: "doc://none" } };
    await expect(sdk.readResource({ uri: "doc://none" })).rejects.toMatchObject(unknown);
  });

  verifies("mcp:cancel-silent", "a read that is cancelled hears of it", async () => {
    const { sdk, events } = full.client;
    const controller = new AbortController();
    const read = sdk.readResource({ uri: "doc://slow" }, { signal: controller.signal });
    const ended = read.then(
      () => "answered",
      () => "rejected",
    );
    await events.find((event) => event.name === "read-started");
    controller.abort();
    expect(await ended).toBe("rejected");
    await events.find((event) => event.name === "read-aborted");
  });

  verifies("mcp:prompts", "listed, rendered, completed, refused", async () => {
    const { sdk } = full.client;
    const { prompts } = await sdk.listPrompts();
    expect(prompts.map((prompt) => prompt.name)).toEqual(["ask_first", "broken", "greet"]);
    const { messages } = await sdk.getPrompt({ name: "greet", arguments: { who: "Ada" } });
    expect(messages).toEqual([{ role: "user", content: { type: "text", text: "Greet Ada plainly." } }]);
    const ofPrompt = await sdk.complete({
      ref: { type: "ref/prompt", name: "greet" },
      argument: { name: "who", value: "A" },
    });
    expect(ofPrompt.completion).toEqual({ values: ["Aa", "Ab"], total: 2, hasMore: false });
    const ofTemplate = await sdk.complete({
      ref: { type: "ref/resource", uri: "topic://{topic}" },
      argument: { name: "topic", value: "ap" },
    });
    expect(ofTemplate.completion.values).toEqual(["apples", "apricots"]);
    await expect(sdk.getPrompt({ name: "greet" })).rejects.toMatchObject({ code: -32_602 });
    await expect(sdk.getPrompt({ name: "gret" })).rejects.toMatchObject({ code: -32_602 });
    const unknown = { ref: { type: "ref/prompt", name: "gret" }, argument: { name: "who", value: "" } } as const;
    await expect(sdk.complete(unknown)).rejects.toMatchObject({ code: -32_602 });
  });
});
