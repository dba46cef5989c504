import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/client";
import { createKernel } from "toolwright";
import { defineServer, serveStdio } from "toolwright/mcp";
import { expect, onTestFinished, test } from "vitest";
import { writeFiles } from "../../test/support/temp-project.ts";
import { openTestWorkspace, testCaller } from "../../test/support/test-workspace.ts";
import { openMemoryStores } from "../memory/open-memory-stores.ts";
import { onboardPrompt } from "../onboarding/onboard-prompt.ts";
import { listGeneralPages } from "../tools/guide/guide-page.ts";
import { pageReader } from "../tools/index.ts";
import memory from "../tools/memory/index.ts";
import { createResources } from "./create-resources.ts";
import { memoryUri, topicOf } from "./memory-resources.ts";

type Transport = Parameters<Client["connect"]>[0];

/** The client's end of a pair of pipes. */
function linesOver(input: PassThrough, output: PassThrough): Transport {
  const transport: Transport = {
    async start() {
      createInterface(input).on("line", (line) => transport.onmessage?.(JSON.parse(line)));
    },
    async send(message) {
      output.write(`${JSON.stringify(message)}\n`);
    },
    async close() {
      output.end();
      transport.onclose?.();
    },
  };
  return transport;
}

async function connect(
  files: Record<string, string> = {},
  options: { readonly probe?: boolean; readonly open?: boolean } = {},
) {
  const opened = openTestWorkspace(files);
  const stores = openMemoryStores();
  onTestFinished(() => stores.close());
  const session = opened.workspace.session(testCaller);
  const sessionProject = async () => (options.open === false ? undefined : await session.project());
  const kernel = createKernel({
    tools: [memory],
    services: () => ({ workspace: session, memoryOf: stores.memoryOf }),
    access: async () => ({ verdict: "allow" }),
  });
  const resources = createResources({
    tools: [memory],
    pages: listGeneralPages(pageReader("full")),
    probe: options.probe ?? false,
    sessionProject,
    stateOf: async () => ({
      symbols: { state: "ready", done: 2, total: 2 },
      search: { state: "unopened", done: 0, total: 0, by: "words", embedded: 0, contents: 0 },
      servers_enabled: false,
      servers: [],
    }),
    memoryOf: stores.memoryOf,
    watchMemories: stores.watchAll,
    watchActive: opened.workspace.watchActive,
  });
  const definition = defineServer({ name: "outrider", version: "1.0.0", kernel, resources, prompts: [onboardPrompt] });
  const [up, down] = [new PassThrough(), new PassThrough()];
  const served = serveStdio(definition, { streams: { input: up, output: down } });
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "legacy" } });
  const heard: { method: string; params?: unknown }[] = [];
  client.fallbackNotificationHandler = async ({ method, params }) => void heard.push({ method, params });
  await client.connect(linesOver(down, up));
  onTestFinished(async () => {
    await client.close();
    await served.close();
  });
  const write = (topic: string, content: string) =>
    client.callTool({ name: "memory", arguments: { action: "write", topic, content } });
  const uris = async () => (await client.listResources()).resources.map(({ uri }) => uri);
  const read = async (uri: string) => (await client.readResource({ uri })).contents[0];
  return { ...opened, session, client, heard, write, uris, read };
}

test("the list follows writes at once, nested topics too, and everything listed can be read", async () => {
  const { uris, write, read } = await connect();
  expect(await uris()).toEqual([
    "doc://getting-started",
    "doc://progressive-disclosure",
    "doc://security",
    "doc://tool-guide",
    "doc://tool-misbehaviors",
    "project://summary",
  ]);
  await write("build/ci", "# CI\n");
  await write("v1.2 größe", "text");
  expect(await uris()).toContain("memory://build/ci");
  for (const uri of await uris()) expect(await read(uri), uri).toMatchObject({ uri, text: expect.stringMatching(/./) });
  expect(await read("memory://build/ci")).toMatchObject({ text: "# CI\n", mimeType: "text/markdown" });
  expect(await read("doc://tool-guide/memory")).toMatchObject({ text: expect.stringContaining("Anchors") });
});

test("a subscriber hears of new content, everybody of a new list", async () => {
  const { client, heard, write } = await connect();
  await write("a", "one");
  await client.subscribeResource({ uri: "memory://a" });
  heard.length = 0;
  await write("a", "two");
  await expect
    .poll(() => heard)
    .toContainEqual({ method: "notifications/resources/updated", params: { uri: "memory://a" } });
  await write("b", "new");
  await expect.poll(() => heard.map(({ method }) => method)).toContain("notifications/resources/list_changed");
  expect(heard).not.toContainEqual({ method: "notifications/resources/updated", params: { uri: "memory://b" } });
});

test("a session that turns to another project hears of the new list and of the new summary", async () => {
  const { client, heard, session, uris, read } = await connect({
    "sub/package.json": "{}",
    "sub/.outrider/memories/below.md": "# Below\n",
  });
  await client.subscribeResource({ uri: "project://summary" });
  expect(await uris()).not.toContain("memory://below");
  await session.activate("sub");
  await expect
    .poll(() => heard)
    .toEqual(
      expect.arrayContaining([
        { method: "notifications/resources/updated", params: { uri: "project://summary" } },
        expect.objectContaining({ method: "notifications/resources/list_changed" }),
      ]),
    );
  expect(await uris()).toContain("memory://below");
  expect(await read("project://summary")).toMatchObject({ text: expect.stringContaining('"name": "sub"') });
});

test("topics are completed", async () => {
  const { client, write } = await connect();
  for (const topic of ["build/ci", "build/cd", "style"]) await write(topic, "x");
  const complete = (value: string) =>
    client.complete({ ref: { type: "ref/resource", uri: "memory://{+topic}" }, argument: { name: "topic", value } });
  expect((await complete("build/")).completion.values).toEqual(["build/cd", "build/ci"]);
});

test("a stale memory says so where it is listed and where it is read", async () => {
  const { client, write, read, root } = await connect({ "src/a.ts": "one\n" });
  await write("a", "See src/a.ts.");
  writeFiles(root, { "src/a.ts": "two\n" });
  expect(await read("memory://a")).toMatchObject({ text: "[May be out of date: src/a.ts changed]\n\nSee src/a.ts.\n" });
  const { resources } = await client.listResources();
  expect(resources).toContainEqual(
    expect.objectContaining({ uri: "memory://a", description: "may be out of date: src/a.ts changed" }),
  );
});

test("no address leads out of the memories", async () => {
  const { read, write, root, outside } = await connect({ ".env": "SECRET=1", "src/a.md": "code" });
  await write("a", "x");
  writeFileSync(join(outside, "secret.md"), "secret words");
  symlinkSync(join(outside, "secret.md"), join(root, ".outrider/memories/link.md"));
  const attacks = [
    "../../src/a",
    "..%2f..%2fsrc%2fa",
    "%2e%2e/%2e%2e/src/a",
    "%252e%252e/x",
    "/etc/passwd",
    "link",
    "a%00",
    "",
    "..",
    "a/../a",
    "C:%5Cx",
    "%",
    "CON",
  ];
  for (const attack of attacks)
    await expect(read(`memory://${attack}`), attack).rejects.toMatchObject({ code: -32_602 });
});

test("the summary tells what the session works on, and not where it is", async () => {
  const { read, write, base } = await connect({ "package.json": '{"scripts":{"test":"x"}}', "a.ts": "" });
  await write("a", "# Title\n");
  const content = await read("project://summary");
  const text = content !== undefined && "text" in content ? content.text : "";
  expect(JSON.parse(text)).toMatchObject({
    name: "project",
    read_only: false,
    languages: [{ name: "TypeScript", files: 1 }],
    commands: [{ kind: "test", command: "npm test", from: "package.json" }],
    memories: [{ topic: "a", title: "Title", stale: false }],
  });
  expect(text).not.toContain(base);
});

test("without a project there are documents only, and probes only when asked for", async () => {
  const { uris, read } = await connect({}, { open: false, probe: true });
  expect((await uris()).filter((uri) => !uri.startsWith("doc://"))).toEqual([
    "probe://body-test",
    "probe://description-test",
  ]);
  await expect(read("project://summary")).rejects.toMatchObject({ code: -32_602 });
  await expect(read("memory://a")).rejects.toMatchObject({ code: -32_602 });
});

test("the prompt asks for what a program cannot judge", async () => {
  const { client } = await connect();
  const { messages } = await client.getPrompt({ name: "onboard", arguments: { focus: "the writer" } });
  expect(messages).toMatchObject([
    {
      role: "user",
      content: { type: "text", text: expect.stringMatching(/`onboarding`[\s\S]*Look most closely at: the writer/) },
    },
  ]);
});

test("addresses and topics are one to one", () => {
  for (const topic of ["a", "build/ci", "v1.2", "größe/日本", "a b", "50%", "a#b", "a&b+c"])
    expect(topicOf(memoryUri(topic))).toBe(topic);
  expect(topicOf("doc://a")).toBeUndefined();
});
