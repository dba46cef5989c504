import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioV2 } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as HttpV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll } from "vitest";
import { z } from "zod";
import { deferred } from "../../src/tool/deferred.ts";
import type { ClientRow } from "./client-rows.ts";
import { readEvents, startHttp, type FixtureProgram, type ServerEvent, type UsedFixture } from "./fixture-process.ts";
import { createLog, type Log } from "./log.ts";

const toolResult = z.object({
  content: z.array(z.looseObject({ type: z.string() })),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
});
export type ToolResult = z.infer<typeof toolResult>;

export interface Elicited {
  readonly message: string;
}
export interface Answer {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: Record<string, string | number | boolean | string[]>;
}

export interface CallSettings {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { readonly progress: number; readonly message?: string | undefined }) => void;
  readonly logLevel?: "debug" | "warning";
}

export interface Heard {
  readonly method: string;
  readonly params?: Record<string, unknown> | undefined;
}

export interface WireMessage {
  readonly way: "sent" | "received";
  readonly message: { readonly id?: unknown; readonly method?: unknown };
}

/** A real client of either SDK, connected to a fixture server of its own. */
export interface TestClient {
  /** What both SDKs offer alike. */
  readonly sdk: ClientV1 | ClientV2;
  readonly era: string;
  callTool(name: string, input?: Record<string, unknown>, settings?: CallSettings): Promise<ToolResult>;
  listToolNames(): Promise<readonly string[]>;
  /** From now on the client hears of changed lists and of these resources. */
  listenTo(uris: readonly string[]): Promise<void>;
  /** What the person in front of the client answers; asked anew for each question. */
  answerWith(answer: (asked: Elicited) => Answer): void;
  readonly notifications: Log<Heard>;
  readonly events: Log<ServerEvent>;
  readonly wire: Log<WireMessage>;
  close(): Promise<void>;
}

export interface ConnectSettings {
  readonly variant: "full" | "bare";
  /** Whether the client says that it can ask a person; yes unless told. */
  readonly canElicit?: boolean;
}

/** Connects before the tests of a `describe` and disconnects after them. */
export function useClient(
  fixture: UsedFixture,
  row: ClientRow,
  settings: ConnectSettings,
): { readonly client: TestClient } {
  let client: TestClient | undefined;
  beforeAll(async () => {
    client = await connect(fixture.program, row, settings);
  });
  afterAll(async () => await client?.close());
  return {
    get client() {
      if (client === undefined) throw new Error("not connected");
      return client;
    },
  };
}

async function connect(program: FixtureProgram, row: ClientRow, settings: ConnectSettings): Promise<TestClient> {
  const opened = row.transport === "stdio" ? openStdio(program, row, settings) : await openHttp(program, row, settings);
  const client = row.sdk === "v1" ? await connectV1(opened, settings) : await connectV2(opened, row, settings);
  // Without the list the clients would not check structured answers.
  await client.listToolNames();
  await opened.ready(client.era);
  return client;
}

interface Opened {
  readonly transport: StdioV1 | HttpV1 | StdioV2 | HttpV2;
  readonly events: Log<ServerEvent>;
  /** Resolves when the client can hear what nobody asked for. */
  ready(era: string): Promise<void>;
  stop(): Promise<void>;
}

function openStdio(program: FixtureProgram, { sdk }: ClientRow, { variant }: ConnectSettings): Opened {
  const args = program.command({ transport: "stdio", variant });
  const Transport = sdk === "v1" ? StdioV1 : StdioV2;
  const transport = new Transport({ command: process.execPath, args, stderr: "pipe" });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- "pipe" makes it a readable stream
  const stderr = transport.stderr as unknown as NodeJS.ReadableStream;
  return { transport, events: readEvents(stderr), ready: async () => {}, stop: async () => {} };
}

async function openHttp(program: FixtureProgram, { sdk }: ClientRow, { variant }: ConnectSettings): Promise<Opened> {
  const server = await startHttp(program, { variant });
  const stream = deferred();
  const Transport = sdk === "v1" ? HttpV1 : HttpV2;
  const transport = new Transport(new URL(server.url), {
    requestInit: { headers: { Authorization: `Bearer ${server.token}` } },
    async fetch(url, init) {
      const response = await fetch(url, init);
      if (init?.method === "GET" && response.ok) stream.resolve();
      return response;
    },
  });
  return {
    transport,
    events: server.events,
    // A legacy client hears of changes on a stream that it opens a moment after it has connected.
    ready: async (era) => await (era === "legacy" ? stream.promise : undefined),
    stop: server.stop,
  };
}

interface Ears {
  readonly notifications: Log<Heard>;
  readonly wire: Log<WireMessage>;
  answer: (asked: Elicited) => Answer;
}

function createEars(): Ears {
  return { notifications: createLog(), wire: createLog(), answer: () => ({ action: "cancel" }) };
}

async function connectV1(opened: Opened, { canElicit = true }: ConnectSettings): Promise<TestClient> {
  const ears = createEars();
  const client = new ClientV1({ name: "v1", version: "1.0.0" }, { capabilities: canElicit ? { elicitation: {} } : {} });
  client.fallbackNotificationHandler = async (heard) => ears.notifications.add(heard);
  if (canElicit) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({ ...ears.answer(params) }));
  }
  await client.connect(opened.transport);
  recordWire(opened, ears.wire);
  return {
    ...shared(client, opened, ears),
    era: "legacy",
    async callTool(name, input = {}, { signal, onprogress } = {}) {
      const options = { ...(signal && { signal }), ...(onprogress && { onprogress }) };
      return toolResult.parse(await client.callTool({ name, arguments: input }, CallToolResultSchema, options));
    },
    listToolNames: async () => (await client.listTools()).tools.map((tool) => tool.name),
    async listenTo(uris) {
      for (const uri of uris) await client.subscribeResource({ uri });
    },
  };
}

async function connectV2(opened: Opened, row: ClientRow, { canElicit = true }: ConnectSettings): Promise<TestClient> {
  const ears = createEars();
  const client = new ClientV2(
    { name: "v2", version: "1.0.0" },
    {
      versionNegotiation: { mode: row.era === "legacy" ? "legacy" : "auto" },
      capabilities: canElicit ? { elicitation: { form: {} } } : {},
    },
  );
  client.fallbackNotificationHandler = async (heard) => ears.notifications.add(heard);
  if (canElicit) client.setRequestHandler("elicitation/create", ({ params }) => ({ ...ears.answer(params) }));
  await client.connect(opened.transport);
  recordWire(opened, ears.wire);
  return {
    ...shared(client, opened, ears),
    era: client.getProtocolEra() ?? "none",
    async callTool(name, input = {}, { logLevel, ...settings } = {}) {
      const meta = logLevel === undefined ? {} : { _meta: { "io.modelcontextprotocol/logLevel": logLevel } };
      return toolResult.parse(await client.callTool({ name, arguments: input, ...meta }, settings));
    },
    async listToolNames() {
      const { tools } = await client.listTools({}, { cacheMode: "refresh" });
      return tools.map((tool) => tool.name);
    },
    async listenTo(uris) {
      if (row.era === "modern") {
        const lists = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
        await client.listen({ ...lists, resourceSubscriptions: [...uris] });
      } else {
        for (const uri of uris) await client.subscribeResource({ uri });
      }
    },
  };
}

function shared(client: ClientV1 | ClientV2, opened: Opened, ears: Ears) {
  return {
    sdk: client,
    notifications: ears.notifications,
    events: opened.events,
    wire: ears.wire,
    answerWith(answer: Ears["answer"]) {
      ears.answer = answer;
    },
    async close() {
      await client.close();
      await opened.stop();
    },
  };
}

const wireMessage = z.looseObject({ id: z.unknown().optional(), method: z.unknown().optional() });

/** The client has set its callbacks by now; what passes them is kept. */
function recordWire({ transport }: Opened, wire: Log<WireMessage>): void {
  for (const [name, way] of [["onmessage", "received"] as const, ["send", "sent"] as const]) {
    const pass = transport[name];
    if (pass === undefined) throw new Error(`${name} is not set`);
    const record = (...all: unknown[]): unknown => {
      wire.add({ way, message: wireMessage.parse(all[0]) });
      return Reflect.apply(pass, transport, all);
    };
    Object.defineProperty(transport, name, { value: record, writable: true });
  }
}
