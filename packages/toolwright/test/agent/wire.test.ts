import { createServer } from "node:http";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { LLMock } from "@copilotkit/aimock";
import { describe, expect, onTestFinished, test } from "vitest";
import { createAgent } from "../../src/agent/create-agent.ts";
import { createTrace, noteKernel } from "../../src/agent/fixtures/notes.ts";
import { scriptModel } from "../../src/agent/fixtures/scripted-model.ts";
import { createMemoryThreads } from "../../src/agent/log/memory-store.ts";
import { type AiSdkModel, fromAiSdk } from "../../src/agent/model/ai-sdk.ts";
import { type Cassette, recordModel, replayModel } from "../../src/agent/model/cassette.ts";
import type { ModelRequest } from "../../src/agent/model/model.ts";
import { isJsonObject, type JsonObject } from "../../src/tool/schema.ts";
import { verifies } from "../verifies.ts";
import { checkAnthropic, checkChat, checkGemini, checkResponses } from "./wire-shapes.ts";

type Fixture = Parameters<LLMock["on"]>[1];

const providers = [
  { name: "Anthropic", check: checkAnthropic, open: openAnthropic },
  {
    name: "OpenAI, chat",
    check: checkChat,
    open: (url: string, sent?: JsonObject[]) => openOpenAi(url, sent).chat("gpt-4.1"),
  },
  {
    name: "OpenAI, responses",
    check: checkResponses,
    open: (url: string, sent?: JsonObject[]) => openOpenAi(url, sent).responses("o4-mini"),
  },
  {
    name: "Gemini",
    check: checkGemini,
    open: (url: string, sent?: JsonObject[]) =>
      createGoogleGenerativeAI({ apiKey: "secret-key", baseURL: `${url}/v1beta`, fetch: keepBodies(sent) })(
        "gemini-2.5-flash",
      ),
  },
];
/** The provider keeps nothing, so that everything has to be sent back. */
const call = { providerOptions: { openai: { store: false } } };
const usage = { input_tokens: 50, output_tokens: 7, prompt_tokens: 50, completion_tokens: 7 };
const twoCalls = [
  { name: "read_note", arguments: '{"name":"a"}' },
  { name: "write_note", arguments: '{"name":"b"}' },
];

describe.each(providers)("$name over the wire", ({ check, open }) => {
  verifies("agent:wire", "calls, results, usage and a second input are what the provider takes", async () => {
    const url = await startMock({ content: "Let me see.", toolCalls: twoCalls, usage }, { content: "Done.", usage });
    const sent: JsonObject[] = [];
    const agent = createAgent({
      model: fromAiSdk(open(url, sent), { call }),
      kernel: noteKernel(createTrace()),
      system: "Be brief.",
    });
    const outcome = await agent.run("t", "go").outcome;
    expect(outcome).toMatchObject({ status: "done", text: "Done.", turns: 2, usage: { input: 100, output: 14 } });
    await agent.run("t", "and now?").outcome;
    expect(sent.length).toBe(3);
    for (const body of sent) expect(check(body)).toEqual([]);
    expect(JSON.stringify(sent[1])).toContain("This is a.");
  });

  verifies("loop:cut", "an answer that is cut anywhere in its calls runs nothing, and is asked for again", async () => {
    const url = await startMock({ toolCalls: twoCalls, usage }, { content: "Done.", usage });
    const whole = await readWire(open(url));
    for (const share of [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]) {
      for (const ending of ["end", "destroy"] as const) {
        const cut = await startCut(whole.slice(0, Math.floor(whole.length * share)), ending);
        const trace = createTrace();
        const store = createMemoryThreads();
        const retry = { firstWaitMs: 0, attempts: 2 };
        const agent = createAgent({
          model: fromAiSdk(open(cut.url), { call }),
          kernel: noteKernel(trace),
          store,
          retry,
        });
        const outcome = await agent.run("t", "go").outcome;
        expect(outcome, `${share} ${ending}`).toMatchObject({ status: "failed", code: "model_interrupted" });
        expect(trace.events).toEqual([]);
        expect(cut.requests()).toBe(2);
        expect((await store.read("t")).some(({ type }) => type === "response")).toBe(false);
      }
    }
  });

  test("a refused request tells how long to wait", async () => {
    const { url } = await startHttp(
      429,
      { "retry-after": "7" },
      '{"error":{"message":"Slow down","type":"rate_limit_error"}}',
    );
    await expect(ask(fromAiSdk(open(url)))).rejects.toMatchObject({ kind: "busy", retryAfterMs: 7_000 });
  });

  test.each([
    [500, "Internal error", "busy"],
    [529, "Overloaded", "busy"],
    [400, "prompt is too long: 200001 tokens > 200000 maximum", "overflow"],
    [400, "This model's maximum context length is 8192 tokens", "overflow"],
    [400, "messages.3: text must not be empty", "rejected"],
    [401, "Invalid key", "rejected"],
    [404, "No such model", "rejected"],
  ])("%i %s", async (status, message, kind) => {
    const { url } = await startHttp(
      status,
      {},
      JSON.stringify({ type: "error", error: { type: "some_error", message } }),
    );
    await expect(ask(fromAiSdk(open(url)))).rejects.toMatchObject({ kind });
  });

  test("nobody at the other end is no fault of the request", async () => {
    const { url, close } = await startHttp(200, {}, "");
    await close();
    await expect(ask(fromAiSdk(open(url)))).rejects.toMatchObject({ kind: "offline" });
  });

  verifies("loop:cancel", "a cancel in the middle of an answer closes the connection", async () => {
    const { url, gone } = await startEndless();
    const agent = createAgent({ model: fromAiSdk(open(url), { call }), kernel: noteKernel(createTrace()) });
    const run = agent.run("t", "go");
    await expect.poll(() => gone.opened).toBe(1);
    run.cancel();
    expect(await run.outcome).toMatchObject({ status: "cancelled" });
    await expect.poll(() => gone.closed).toBe(1);
  });
});

const attachments: readonly {
  readonly name: string;
  readonly open: (sent: JsonObject[]) => AiSdkModel;
  /** What stands for the results and what belongs to them, in the order of the body. */
  readonly expected: readonly string[];
  readonly read: (body: JsonObject) => readonly JsonObject[];
}[] = [
  {
    name: "Anthropic",
    open: (sent) => createAnthropic({ apiKey: "none", fetch: refuse(sent) })("claude-sonnet-4-5"),
    // All in one message, the results first.
    read: (body) => listOf(listOf(body["messages"]).at(-1)?.["content"]),
    expected: ["tool_result", "tool_result", "text", "image"],
  },
  {
    name: "OpenAI, chat",
    open: (sent) => createOpenAI({ apiKey: "none", fetch: refuse(sent) }).chat("gpt-4.1"),
    read: (body) => listOf(body["messages"]).slice(2).flatMap(partsOf),
    expected: ["tool", "tool", "text", "image_url"],
  },
  {
    name: "OpenAI, responses",
    open: (sent) => createOpenAI({ apiKey: "none", fetch: refuse(sent) }).responses("gpt-4.1"),
    read: (body) =>
      listOf(body["input"])
        .filter(({ type }) => type !== "function_call")
        .slice(1)
        .flatMap(partsOf),
    expected: ["function_call_output", "function_call_output", "input_text", "input_image"],
  },
  {
    name: "Gemini",
    open: (sent) => createGoogleGenerativeAI({ apiKey: "none", fetch: refuse(sent) })("gemini-2.5-flash"),
    read: (body) =>
      listOf(body["contents"])
        .slice(2)
        .flatMap(({ parts }) => listOf(parts)),
    expected: ["functionResponse", "functionResponse", "text", "inlineData"],
  },
];

describe.each(attachments)("attachments in the form of $name", ({ open, read, expected }) => {
  verifies("agent:attachments", "stand behind all results of their turn", async () => {
    const store = createMemoryThreads();
    const calls = [{ tool: "show_picture" }, { tool: "read_note", input: { name: "a" } }];
    const kernel = noteKernel(createTrace());
    await createAgent({ model: scriptModel({ calls }, { text: "ok" }), kernel, store }).run("t", "go").outcome;
    const sent: JsonObject[] = [];
    await createAgent({ model: open(sent), kernel, store }).run("t", "And?").outcome;
    const parts = sent.flatMap((body) => read({ ...body, ...beforeAnswer(body) }));
    expect(parts.map(kindOf)).toEqual(expected);
    expect(JSON.stringify(parts.at(-1))).toContain("aGk=");
  });
});

verifies(
  "agent:attachments",
  "a file that the model does not read is named, and the conversation goes on",
  async () => {
    const url = await startMock({ content: "Hm.", usage }, { content: "Done.", usage });
    const sent: JsonObject[] = [];
    const agent = createAgent({ model: openAnthropic(url, sent), kernel: noteKernel(createTrace()) });
    const sound = { type: "file", mimeType: "audio/wav", data: "aGk=" } as const;
    const picture = { type: "file", mimeType: "image/png", data: "aGk=" } as const;
    expect(await agent.run("t", [sound, picture]).outcome).toMatchObject({ status: "done", text: "Hm." });
    const [message] = listOf(sent[0]?.["messages"]);
    expect(listOf(message?.["content"]).map(kindOf)).toEqual(["text", "image"]);
    expect(JSON.stringify(message)).toContain("A file of type audio/wav, which this model does not read.");
  },
);

/** Without the model's last words and the person's next input. */
function beforeAnswer(body: JsonObject): JsonObject {
  return Object.fromEntries(
    ["messages", "input", "contents"].flatMap((key) =>
      body[key] === undefined ? [] : [[key, listOf(body[key]).slice(0, -2)]],
    ),
  );
}

function listOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function partsOf(item: JsonObject): readonly JsonObject[] {
  return item["role"] === "user" ? listOf(item["content"]) : [item];
}

function kindOf(part: JsonObject): string {
  const { type, role } = part;
  if (typeof type === "string") return type;
  return typeof role === "string" ? role : Object.keys(part).join();
}

/** Keeps what a client sends, and answers as a provider that accepts nothing. */
function refuse(sent: JsonObject[]): typeof fetch {
  return async (_address, init) => {
    const body: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : undefined;
    if (isJsonObject(body)) sent.push(body);
    return new Response("{}", { status: 400 });
  };
}

verifies("loop:reasoning", "signed thoughts go back to Anthropic as they came, in front of their calls", async () => {
  const reasoning = { reasoning: "I should look at a.", reasoningSignature: "signature-1" };
  const url = await startMock({ ...reasoning, toolCalls: twoCalls, usage }, { content: "Done.", usage });
  const sent: JsonObject[] = [];
  const agent = createAgent({ model: openAnthropic(url, sent), kernel: noteKernel(createTrace()) });
  await agent.run("t", "go").outcome;
  const messages = sent[1]?.["messages"];
  expect(Array.isArray(messages) ? messages[1].content.map(withoutIds) : []).toEqual([
    { type: "thinking", thinking: "I should look at a.", signature: "signature-1" },
    { type: "tool_use", name: "read_note", input: { name: "a" } },
    { type: "tool_use", name: "write_note", input: { name: "b" } },
  ]);
});

verifies("loop:cassettes", "what was recorded is replayed without the provider, and holds no key", async () => {
  const url = await startMock({ content: "Let me see.", toolCalls: twoCalls, usage }, { content: "Done.", usage });
  const recorder = recordModel(fromAiSdk(openAnthropic(url)));
  const run = async (model: Parameters<typeof createAgent>[0]["model"]) =>
    await createAgent({ model, kernel: noteKernel(createTrace()) }).run("t", "go").outcome;
  const recorded = await run(recorder);
  const tape: Cassette = JSON.parse(JSON.stringify(recorder.cassette()));
  expect(tape.calls.length).toBe(2);
  expect(JSON.stringify(tape)).not.toContain("secret-key");
  expect(await run(replayModel(tape))).toEqual(recorded);
  const other = createAgent({ model: replayModel(tape), kernel: noteKernel(createTrace()) });
  const outcome = await other.run("t", "something else").outcome;
  expect(outcome).toMatchObject({ status: "failed", message: expect.stringContaining("something else") });
});

function openAnthropic(url: string, sent?: JsonObject[]): AiSdkModel {
  const options = { apiKey: "secret-key", baseURL: `${url}/v1`, fetch: keepBodies(sent) };
  return createAnthropic(options)("claude-sonnet-4-5");
}

function openOpenAi(url: string, sent?: JsonObject[]) {
  return createOpenAI({ apiKey: "secret-key", baseURL: `${url}/v1`, fetch: keepBodies(sent) });
}

/** The mock shows requests in a form of its own; the provider would see these. */
function keepBodies(sent: JsonObject[] = []): typeof fetch {
  return async (address, init) => {
    const body: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : undefined;
    if (isJsonObject(body)) sent.push(body);
    return await fetch(address, init);
  };
}

/** Answers with `first` until a result comes, and then with `then`. */
async function startMock(first: Fixture, then: Fixture): Promise<string> {
  const mock = new LLMock({ port: 0, logLevel: "silent" });
  const hasResult = ({ messages }: { messages: readonly { role: string }[] }) =>
    messages.some(({ role }) => role === "tool");
  mock.on({ predicate: hasResult }, then);
  mock.on({ predicate: (request) => !hasResult(request) }, first);
  await mock.start();
  onTestFinished(() => mock.stop());
  return mock.url;
}

/** The bytes of an answer, as the mock of the provider sends them. */
async function readWire(model: AiSdkModel): Promise<string> {
  const real = globalThis.fetch;
  let bytes = "";
  globalThis.fetch = async (address, init) => {
    const response = await real(address, init);
    bytes = await response.clone().text();
    return response;
  };
  try {
    await ask(fromAiSdk(model, { call }));
    return bytes;
  } finally {
    globalThis.fetch = real;
  }
}

/** Answers every request with the same bytes, and then ends the answer or the connection. */
async function startCut(bytes: string, ending: "end" | "destroy") {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(bytes, () => (ending === "end" ? response.end() : response.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`, requests: () => requests };
}

async function startHttp(status: number, headers: Record<string, string>, body: string) {
  const server = createServer((_request, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
  onTestFinished(close);
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`, close };
}

/** Begins an answer and never ends it. */
async function startEndless() {
  const gone = { opened: 0, closed: 0 };
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(": hello\n\n");
    gone.opened += 1;
    response.on("close", () => (gone.closed += 1));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`, gone };
}

async function ask(model: ReturnType<typeof fromAiSdk>): Promise<void> {
  const messages = [{ role: "user", content: [{ type: "text", text: "go" }] }] as const;
  const request: ModelRequest = { system: "", messages, tools: [], maxOutputTokens: 100 };
  for await (const _event of model.stream(request, new AbortController().signal)) continue;
}

function withoutIds({ id: _id, ...block }: JsonObject): JsonObject {
  return block;
}
