import * as api from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { verifies } from "../../test/verifies.ts";
import { createTrace, noteKernel } from "../agent/fixtures/notes.ts";
import { scriptModel, type ScriptedTurn } from "../agent/fixtures/scripted-model.ts";
import { createAgent } from "../agent/create-agent.ts";
import { type Model, ModelError } from "../agent/model/model.ts";
import { createKernel } from "../call/kernel.ts";
import { defineTool } from "../tool/define-tool.ts";
import { reads } from "../tool/effects.ts";
import { openTelemetry, type OpenTelemetryOptions } from "./open-telemetry.ts";

let exporter: InMemorySpanExporter;
let provider: BasicTracerProvider;

beforeEach(() => {
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  exporter = new InMemorySpanExporter();
  provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
});

afterEach(async () => {
  api.context.disable();
  await provider.shutdown();
});

function watch(options: OpenTelemetryOptions = {}) {
  return openTelemetry(api, { tracer: provider.getTracer("test"), ...options });
}

verifies("agent:spans", "parents are right across parallel calls and the agents inside of them", async () => {
  const tracer = provider.getTracer("tool");
  const ask = defineTool({
    name: "ask_helper",
    description: "Asks another agent.",
    input: z.strictObject({ about: z.string().describe("What") }),
    effects: reads,
    async handle({ about }, _services, call) {
      tracer.startSpan(`own ${about}`).end();
      const helper = createAgent({
        model: scriptModel({ calls: [{ tool: "read_note", input: { name: about } }] }, { text: about }),
        kernel: noteKernel(createTrace()),
        telemetry: watch({ agentName: `helper ${about}` }),
      });
      return (await helper.run(`${call.id}/helper`, about, { signal: call.signal }).outcome).text;
    },
  });
  const calls = ["milk", "bread"].map((about) => ({ tool: "ask_helper", input: { about } }));
  const agent = createAgent({
    model: scriptModel({ calls }, { text: "Done." }),
    kernel: createKernel({ tools: [ask] }),
    telemetry: watch({ agentName: "chief" }),
  });
  expect(await agent.run("thread-1", "Ask both.").outcome).toMatchObject({ status: "done" });
  const helped = (about: string): readonly string[] => [
    "  execute_tool ask_helper",
    `    invoke_agent helper ${about}`,
    "      chat scripted",
    "      chat scripted",
    "      execute_tool read_note",
    `    own ${about}`,
  ];
  expect(drawTree(exporter.getFinishedSpans())).toEqual([
    "invoke_agent chief",
    "  chat scripted",
    "  chat scripted",
    ...helped("bread"),
    ...helped("milk"),
  ]);
  expect(new Set(exporter.getFinishedSpans().map((span) => span.spanContext().traceId)).size).toBe(1);
});

test("spans have the names, kinds and attributes of the conventions", async () => {
  const { agent } = noteAgent(
    [{ calls: [{ tool: "read_note", input: { name: "milk" }, id: "call_1" }] }, { text: "Milk." }],
    { agentName: "notes" },
  );
  await agent.run("thread-1", "What is there?").outcome;
  const [first, call, , run] = exporter.getFinishedSpans();
  expect(first).toMatchObject({
    name: "chat scripted",
    kind: api.SpanKind.CLIENT,
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "test",
      "gen_ai.request.model": "scripted",
      "gen_ai.request.max_tokens": 8_192,
      "gen_ai.conversation.id": "thread-1",
      "gen_ai.response.finish_reasons": ["tool_call"],
      "gen_ai.usage.output_tokens": 10,
    },
  });
  expect(call).toMatchObject({
    name: "execute_tool read_note",
    kind: api.SpanKind.INTERNAL,
    attributes: {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "read_note",
      "gen_ai.tool.call.id": "call_1",
      "gen_ai.tool.description": "Reads a note.",
      "toolwright.call.status": "ok",
    },
  });
  expect(run).toMatchObject({
    name: "invoke_agent notes",
    kind: api.SpanKind.INTERNAL,
    attributes: { "gen_ai.agent.name": "notes", "toolwright.run.status": "done", "toolwright.run.turns": 2 },
    status: { code: api.SpanStatusCode.UNSET },
  });
});

verifies("agent:spans", "nothing that is said is in a span unless that is asked for", async () => {
  const turns = [
    { text: "s3cret answer", calls: [{ tool: "read_note", input: { name: "s3cret argument" } }] },
    { calls: [{ tool: "write_note", input: '{"name": "s3cret broken' }] },
    { calls: [{ tool: "write_note", input: { nam: "s3cret field" } }] },
    { error: new ModelError("rejected", "s3cret error") },
  ];
  const { agent } = noteAgent(turns);
  expect(await agent.run("thread-1", "s3cret question").outcome).toMatchObject({ status: "failed" });
  expect(exporter.getFinishedSpans()).toHaveLength(7);
  expect(writeSpans()).not.toContain("s3cret");

  exporter.reset();
  await noteAgent(turns, { payloads: true }).agent.run("thread-2", "s3cret question").outcome;
  for (const said of ["question", "answer", "argument", "broken", "field"]) {
    expect(writeSpans()).toContain(`s3cret ${said}`);
  }
  const [chat, call] = exporter.getFinishedSpans();
  expect(JSON.parse(String(chat?.attributes["gen_ai.input.messages"]))).toEqual([
    { role: "user", parts: [{ type: "text", content: "s3cret question" }] },
  ]);
  expect(JSON.parse(String(chat?.attributes["gen_ai.output.messages"]))).toMatchObject([
    {
      role: "assistant",
      finish_reason: "tool_call",
      parts: [{ type: "text" }, { type: "tool_call", name: "read_note" }],
    },
  ]);
  expect(call?.attributes["gen_ai.tool.call.arguments"]).toBe('{"name":"s3cret argument"}');
  expect(call?.attributes["gen_ai.tool.call.result"]).toBe("This is s3cret argument.");
});

test("what failed says so; waiting for a person is no failure", async () => {
  const { agent } = noteAgent([{ calls: [{ tool: "no_such_tool" }, { tool: "order_cake" }] }]);
  expect(await agent.run("thread-1", "Order.").outcome).toMatchObject({ status: "awaiting" });
  const [ask] = await agent.asks("thread-1");
  await agent.decide("thread-1", { [ask?.callId ?? ""]: { verdict: "answered", answers: {} } });
  await agent.resume("thread-1").outcome;
  expect(
    exporter.getFinishedSpans().map(({ name, status, attributes }) => [name, status.code, statusOf(attributes)]),
  ).toEqual([
    ["chat scripted", 0, undefined],
    ["execute_tool no_such_tool", 2, "unknown_tool"],
    ["execute_tool order_cake", 0, "needs_input"],
    ["invoke_agent", 0, "awaiting"],
    ["execute_tool order_cake", 0, "needs_input"],
    ["invoke_agent", 0, "awaiting"],
  ]);
});

test("a model that fails is an error of its own and of the run, each with its code", async () => {
  await noteAgent([{ error: new ModelError("rejected", "No.") }]).agent.run("thread-1", "Hello").outcome;
  const codes = exporter.getFinishedSpans().map(({ name, attributes }) => [name, attributes["error.type"]]);
  expect(codes).toEqual([
    ["chat scripted", "rejected"],
    ["invoke_agent", "model_rejected"],
  ]);
});

test("a model that throws before its first event has a span that ends, too", async () => {
  const broken: Model = {
    id: "own/broken",
    stream() {
      throw new ModelError("rejected", "No key");
    },
  };
  const agent = createAgent({ model: broken, kernel: noteKernel(createTrace()), telemetry: watch() });
  await agent.run("thread-1", "Hello").outcome;
  expect(exporter.getFinishedSpans().map(({ name, attributes }) => [name, attributes["error.type"]])).toEqual([
    ["chat broken", "rejected"],
    ["invoke_agent", "model_rejected"],
  ]);
});

test("a cancel ends the span of the answer that was under way", async () => {
  const { agent } = noteAgent([{ text: "Well", hangs: true }]);
  const run = agent.run("thread-1", "Hello");
  for await (const event of run) if (event.type === "text") run.cancel();
  expect(exporter.getFinishedSpans().map(({ name, attributes }) => [name, statusOf(attributes)])).toEqual([
    ["chat scripted", "cancelled"],
    ["invoke_agent", "cancelled"],
  ]);
});

test("an agent without telemetry makes no spans, though an SDK is there", async () => {
  api.trace.setGlobalTracerProvider(provider);
  try {
    const plain = createAgent({ model: scriptModel({ text: "Hello." }), kernel: noteKernel(createTrace()) });
    await plain.run("a", "Hello").outcome;
    expect(exporter.getFinishedSpans()).toEqual([]);
    // The application's own provider is the default.
    const watched = createAgent({
      model: scriptModel({ text: "Hello." }),
      kernel: noteKernel(createTrace()),
      telemetry: openTelemetry(api),
    });
    await watched.run("a", "Hello").outcome;
    expect(exporter.getFinishedSpans()).toHaveLength(2);
  } finally {
    api.trace.disable();
  }
});

function noteAgent(turns: readonly ScriptedTurn[], options: OpenTelemetryOptions = {}) {
  const kernel = noteKernel(createTrace());
  return { agent: createAgent({ model: scriptModel(...turns), kernel, telemetry: watch(options) }) };
}

function statusOf(attributes: ReadableSpan["attributes"]): unknown {
  return attributes["toolwright.call.status"] ?? attributes["toolwright.run.status"] ?? attributes["error.type"];
}

function writeSpans(): string {
  return JSON.stringify(
    exporter.getFinishedSpans().map(({ name, attributes, status, events }) => ({ name, attributes, status, events })),
  );
}

/** A line for each span below its parent, those of the same parent by name. */
function drawTree(spans: readonly ReadableSpan[], parent?: string, depth = 0): readonly string[] {
  return spans
    .filter(({ parentSpanContext }) => parentSpanContext?.spanId === parent)
    .map((span) => [`${"  ".repeat(depth)}${span.name}`, ...drawTree(spans, span.spanContext().spanId, depth + 1)])
    .toSorted((one, other) => (one.join("\n") < other.join("\n") ? -1 : 1))
    .flat();
}
