import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createKernel, defineTool, reads, ToolError } from "toolwright";
import { serveHttp } from "toolwright/mcp";
import { describe, expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import {
  type EmbeddingServer,
  serveEmbeddings,
  tellingVectors,
} from "../src/search/embedders/openai-compatible/serve-embeddings.test-kit.ts";
import { defineOutriderServer } from "../src/serve/outrider-server.ts";
import { tools } from "../src/tools/index.ts";
import { profiles } from "../src/workspace/config/profile.ts";
import { unknownNames } from "./support/named-in-text.ts";
import { openKit, type OutriderKit } from "./support/outrider-kit.ts";
import { openServersKit } from "./support/servers-kit.ts";
import { openTestWorkspace, testCaller } from "./support/test-workspace.ts";

const repository = join(import.meta.dirname, "..", "..", "..");

const shop = {
  "package.json": '{"name": "shop"}\n',
  "src/store.ts": "export class Store {\n  save() {}\n}\n",
  "src/cart.ts": 'import { Store } from "./store.ts";\nexport const cart = new Store();\n',
};

/** Words in backticks that are no names of ours: what files, languages, programs and answers have. */
const foreign = ["node_modules", "no_match", "too_large"];
/** What a script has beside tools. */
const ofScripts = ["show", "print", "uses", "find", "read"];

describe.each(profiles)("row 1, profile %s", (profile) => {
  test("each page, instruction and description names only what is there", async () => {
    const kit = await openKit(shop, { profile });
    const client = await connect(kit);
    const texts = new Map<string, string>([["instructions", client.getInstructions() ?? ""]]);
    for (const { name, description = "" } of (await client.listTools()).tools) texts.set(`tool ${name}`, description);
    for (const { uri, description = "" } of (await client.listResources()).resources) {
      texts.set(`description of ${uri}`, description);
      if (uri.startsWith("doc://")) texts.set(uri, await readText(client, uri));
    }
    for (const topic of await topicsOf(client)) texts.set(`guide ${topic}`, await callText(client, "guide", { topic }));
    expect([...texts.keys()]).toEqual(
      expect.arrayContaining(["doc://tool-misbehaviors", "guide progressive-disclosure"]),
    );
    const words = [...foreign, ...ofScripts];
    const unknown = Array.from(texts, ([where, text]) => {
      const isExample = where.includes("tool-guide") || tools.some(({ name }) => where === `guide ${name}`);
      return [where, unknownNames(text, { tools, words, isExample })] as const;
    });
    expect(unknown.filter(([, names]) => names.length > 0)).toEqual([]);
  });

  test("pages about all tools name only those that the client has, and the call that reads on works", async () => {
    const kit = await openKit({}, { profile });
    const client = await connect(kit);
    const listed = (await client.listTools()).tools.map(({ name }) => name);
    const absent = tools.map(({ name }) => name).filter((name) => !listed.includes(name));
    for (const topic of (await topicsOf(client)).filter((each) => tools.every(({ name }) => name !== each))) {
      const text = await callText(client, "guide", { topic });
      expect(
        absent.filter((name) => text.includes(`\`${name}\``)),
        topic,
      ).toEqual([]);
    }
    const page = await callText(client, "guide", { topic: "progressive-disclosure" });
    const [, reader = "", shown = "{}"] = /Read on: (\w+) (\{.*\})\]/.exec(page) ?? [];
    expect(listed).toContain(reader);
    const long = await callText(client, "script", { code: 'return "some words on a line\\n".repeat(9000)' });
    const [, actual, input = "{}"] = /Read on: (\w+) (\{.*\})\]/.exec(long) ?? [];
    expect(actual).toBe(reader);
    expect(Object.keys(readJson(input))).toEqual(Object.keys(readJson(shown)));
    expect(await callText(client, reader, readJson(input))).toContain("some words on a line");
  });
});

test("row 2: with the probe there are one tool and two resources with sentinels, without it none", async () => {
  for (const profile of profiles) {
    const client = await connect(await openKit({}, { profile, probe: true }));
    const { tools: listed } = await client.listTools();
    const { description = "" } = listed.find(({ name }) => name === "delivery_probe") ?? {};
    expect(description).toMatch(/SENTINEL_0200_TD[\s\S]*SENTINEL_END_9000_TD/);
    const { resources } = await client.listResources();
    const described = resources.find(({ uri }) => uri === "probe://description-test")?.description;
    expect(described).toContain("SENTINEL_18000_RD");
    expect(await readText(client, "probe://body-test")).toContain("SENTINEL_18000_RB");
    expect(await callText(client, "delivery_probe", {})).toContain("outrider probe-report TEXT");
  }
  const client = await connect(await openKit());
  expect(JSON.stringify([await client.listTools(), await client.listResources()])).not.toContain("SENTINEL_0");
});

test("row 3: known problems are a page and a topic of the guide, with the version they are about", async () => {
  const client = await connect(await openKit());
  const page = await readText(client, "doc://tool-misbehaviors");
  const { version } = z
    .object({ version: z.string() })
    .parse(readJson(readFileSync(join(import.meta.dirname, "../package.json"), "utf8")));
  expect(page).toContain(`Version ${version}.`);
  expect(await callText(client, "guide", { topic: "tool-misbehaviors" })).toBe(page.trim());
});

describe("row 4: the summary and the status tell the index and the servers in a line each", () => {
  async function both(client: Client): Promise<readonly string[]> {
    const summary = z
      .object({ name: z.string(), index: z.string(), language_servers: z.string() })
      .parse(readJson(await readText(client, "project://summary")));
    const status = await callText(client, "workspace", {});
    const lines = [`index: ${summary.index}`, `language servers: ${summary.language_servers}`];
    const plain = (text: string): string => text.replace(/last written \d+ s/g, "last written N s");
    for (const line of lines) expect(plain(status)).toContain(plain(line));
    expect(status).toContain(`${summary.name}: `);
    return lines.map(plain);
  }

  test("before, while and after it is asked, starting nothing", async () => {
    const client = await connect(await openKit(shop, { servers: ["typescript"] }));
    const nothing = [
      "index: nothing read yet; the first question reads it",
      "language servers: none started; the first question that needs one starts it",
    ];
    expect(await both(client)).toEqual(nothing);
    // Asking has started nothing.
    expect(await both(client)).toEqual(nothing);
    await callText(client, "references", { symbol: "Store" });
    const [index, servers] = await both(client);
    expect(index).toMatch(/^index: symbols of 3 of 3 files; search not asked for yet/);
    expect(servers).toMatch(/^language servers: TypeScript.* running/);
    await callText(client, "semantic_search", { query: "keeps a cart" });
    expect((await both(client))[0]).toMatch(/^index: symbols of 3 of 3 files; search of 3 of 3 files by meaning/);
  });

  test("what an earlier process has read is told with its age, and search without a model goes by words", async () => {
    const first = await openKit(shop, { settings: '[search]\nembedder = "off"\n' });
    await first.read("index", { action: "build" });
    await first.read("semantic_search", { query: "store" });
    expect((await both(await connect(first)))[0]).toMatch(
      /; search of 3 of 3 files by words(?:; last written N s ago)?$/,
    );
    await first.outrider.close();
    const again = await openKit({}, { project: first.root });
    expect((await both(await connect(again)))[0]).toBe(
      "index: on disk, last written N s ago; not opened by this process yet",
    );
  });
});

describe("rows 5 and 6: phases", () => {
  test("a build tells its start, its phases and its end with true counts", async () => {
    const kit = await openKit(shop);
    const told = await messagesOf(kit, "index", { action: "build" });
    expect(told[0]).toBe("Looking at the files");
    expect(told.at(-1)).toBe("Complete: symbols of 3 of 3 files, words of 3 of 3 files");
    expect(told.slice(1, -1).filter((message) => !/^Reading (?:symbols|words)$/.test(message))).toEqual([]);
  });

  test("an external model is a phase of its own, and is waited for", async () => {
    const server = await serveSlowly();
    const kit = await openKit(manyFiles(60), { settings: settingsFor(server) });
    const told = await messagesOf(kit, "index", { action: "build" });
    expect(told).toContainEqual(expect.stringMatching(/^Reading for meaning by \S+$/));
    expect(told.at(-1)).toBe(
      "Complete: symbols of 60 of 60 files, words of 60 of 60 files, vectors of 60 of 60 contents",
    );
    expect(await kit.read("index", {})).toMatch(/Search: complete.*vectors of 60 of 60 contents/);
  });

  test("while the model has not read everything, nothing is called complete", async () => {
    const server = await serveEmbeddings(() => ({ kind: "hang" }));
    onTestFinished(() => server.close());
    const kit = await openKit(shop, { settings: settingsFor(server) });
    await kit.read("semantic_search", { query: "store" });
    const status = await kit.read("index", {});
    expect(status).toMatch(
      /Search: words of all files.*vectors of 0 of 3 contents: it goes on reading in the background/,
    );
  });

  test("a search tells that it loads the model, and that it searches, also when it is warm", async () => {
    const kit = await openKit(shop);
    const cold = await messagesOf(kit, "semantic_search", { query: "keeps a cart" });
    expect(cold[0]).toBe("Loading the model and the index of project");
    expect(cold.at(-1)).toBe("Searching project");
    expect(await messagesOf(kit, "semantic_search", { query: "store" })).toEqual(["Searching project"]);
  });
});

test("row 7: offset and limit are integers on the wire, in words that a model gets, with bounds that an answer names", async () => {
  const client = await connect(await openKit({ "a.txt": "x\n" }));
  const told = client.getInstructions() ?? "";
  const paging = (await client.listTools()).tools.flatMap(({ name, inputSchema }) =>
    ["offset", "limit"].flatMap((field) => {
      const schema = inputSchema.properties?.[field];
      return schema === undefined ? [] : [{ field, name, schema: z.looseObject({}).parse(schema) }];
    }),
  );
  expect(paging.length).toBeGreaterThan(10);
  for (const { field, name, schema } of paging) {
    expect(schema, `${name}.${field}`).toMatchObject({ type: "integer" });
    expect("description" in schema || told.includes(`\`${field}\` (`), `${name}.${field}`).toBe(true);
  }
  const input = { pattern: "x", limit: 1_000_000 };
  expect(await callText(client, "grep", input)).toContain("`limit`: expected a whole number from 1 to 1000");
});

test("row 8: detail_level is in no text, and whoever gives it is led to what there is", async () => {
  const client = await connect(await openKit(shop));
  const all = [client.getInstructions(), await client.listTools(), await client.listResources()];
  for (const topic of await topicsOf(client)) all.push(await callText(client, "guide", { topic }));
  expect(JSON.stringify(all)).not.toContain("detail_level");
  const refused = await client.callTool({ name: "symbols", arguments: { name: "Store", detail_level: "full" } });
  expect(refused).toMatchObject({ isError: true });
  expect(JSON.stringify(refused)).toContain(String.raw`Unknown argument \"detail_level\". Did you mean \"body\"?`);
});

describe("row 9: the list of tools", () => {
  test.each(["legacy", "auto"] as const)(
    "is the same, era %s, in a folder of plain text and at every time of a session",
    async (mode) => {
      const text = await openKit({ "notes.txt": "words\n", "sub/package.json": "{}" });
      const client = await connect(text, mode);
      const before = JSON.stringify(await client.listTools());
      await callText(client, "create_file", { path: "a.ts", content: "export const a = 1;\n" });
      await callText(client, "symbols", { name: "a" });
      await callText(client, "workspace", { action: "activate", path: "sub" });
      expect(JSON.stringify(await client.listTools())).toBe(before);
      expect(JSON.stringify((await (await connect(await openKit(shop), mode)).listTools()).tools)).toBe(
        JSON.stringify((await client.listTools()).tools),
      );
    },
  );
});

test("row 10: the reference of Toolwright's API explains what a definition may say", () => {
  const reference = readFileSync(join(repository, "docs", "toolwright-api.md"), "utf8");
  for (const word of ["stallMs", "budgetTokens", "needs", "deadlineMs", "CapabilityProbe", "capItems"])
    expect(reference, word).toContain(word);
});

test("row 11: the page for adding a tool to Outrider names only files that are there", () => {
  const page = readFileSync(join(repository, "docs", "adding-a-tool.md"), "utf8");
  const [, own = ""] = page.split("## A tool of Outrider");
  const files = [
    ...own.matchAll(/`((?:packages\/outrider\/)?(?:src|test|tools|workspace|serve|packages)\/[\w./-]+\.(?:ts|md))`/g),
  ];
  const missing = files
    .map(([, file = ""]) => file)
    .filter(
      (file) =>
        !["", "packages/outrider", "packages/outrider/src"].some((base) => existsSync(join(repository, base, file))),
    );
  expect(files.length).toBeGreaterThan(5);
  expect(missing).toEqual([]);
});

test("row 12: a tool is told the active project and the languages of running servers, and starts nothing by asking", async () => {
  const { workspace, root } = openTestWorkspace(shop);
  const session = workspace.session(testCaller);
  expect((await session.activeProject())?.root).toBe(root);
  expect(await openTestWorkspace({}, { startRoot: undefined }).workspace.session(testCaller).activeProject()).toBe(
    undefined,
  );

  const { servers } = await openServersKit(shop, { servers: ["typescript"] });
  expect([servers.enabled, servers.running(), servers.activeLanguages()]).toEqual([true, [], []]);
  await servers.forFile("src/store.ts", { signal: new AbortController().signal, waitMs: 60_000 });
  expect(servers.running()).toMatchObject([{ state: "running", detail: expect.any(String) }]);
  expect(servers.activeLanguages()).toContain("typescript");
});

test("row 13: only a ToolError reaches the model, and the first page for authors says so", async () => {
  const fail = (name: string, error: Error) =>
    defineTool({
      name,
      description: "Fails.",
      input: z.strictObject({}),
      effects: reads,
      examples: [],
      handle: () => {
        throw error;
      },
    });
  const kernel = createKernel({
    tools: [
      fail("plain", new Error("path must not be empty, token=hunter2")),
      fail("told", new ToolError("empty_path", "The path is empty.")),
    ],
  });
  const caller = { caller: { host: "test", session: "test", principal: "tester" } };
  expect(JSON.stringify(await kernel.call("plain", {}, caller))).not.toMatch(/must not be empty|hunter2/);
  expect(await kernel.call("told", {}, caller)).toMatchObject({ error: { message: "The path is empty." } });
  await kernel.close();
  const first = readFileSync(join(repository, "docs", "toolwright.md"), "utf8");
  expect(first).toMatch(/Only a `ToolError` reaches the model/);
});

/** A client without elicitation, as most are, over HTTP. */
async function connect(kit: OutriderKit, mode: "legacy" | "auto" = "legacy"): Promise<Client> {
  const served = await serveHttp(defineOutriderServer(kit.outrider, "0.0.0"), { host: "127.0.0.1", port: 0 });
  onTestFinished(() => served.close());
  const client = new Client({ name: "seeds", version: "1.0.0" }, { versionNegotiation: { mode } });
  const headers = { Authorization: `Bearer ${served.token ?? ""}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(served.url), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

async function callText(client: Client, name: string, input: Record<string, unknown>): Promise<string> {
  const { content } = await client.callTool({ name, arguments: input }, { timeout: 120_000 });
  return content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
}

async function readText(client: Client, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri });
  return contents.map((content) => ("text" in content ? content.text : "")).join("\n");
}

/** What the guide lists. */
async function topicsOf(client: Client): Promise<readonly string[]> {
  return (await callText(client, "guide", {})).split("\n").map((line) => line.split(":", 1).join(""));
}

async function messagesOf(kit: OutriderKit, tool: string, input: object): Promise<readonly string[]> {
  const told: string[] = [];
  await kit.read(tool, input, { onProgress: ({ message = "" }) => told.push(message) });
  return told.filter((message, index) => message !== told[index - 1]);
}

function manyFiles(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`src/f${at}.ts`, `export function work${at}() {\n  return ${at};\n}\n`]),
  );
}

/** One that takes a moment for each request, as models do. */
async function serveSlowly(): Promise<EmbeddingServer> {
  const server = await serveEmbeddings(() => ({ ...tellingVectors(), afterMs: 400 }));
  onTestFinished(() => server.close());
  return server;
}

function settingsFor({ baseUrl }: EmbeddingServer): string {
  return `[search]\nembedder = "openai-compatible"\n[search.openai]\nbase_url = "${baseUrl}"\nmodel = "m"\nbatch = 8\n`;
}

function readJson(text: string): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
}
