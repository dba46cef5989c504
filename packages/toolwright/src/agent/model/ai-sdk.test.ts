import { createServer } from "node:http";
import { createAnthropic } from "@ai-sdk/anthropic";
import { expect, onTestFinished, test } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { systemClock } from "../../tool/call-context.ts";
import { deferred } from "../../tool/deferred.ts";
import { createVirtualClock } from "../../testing/virtual-clock.ts";
import { type AiSdkModel, fromAiSdk } from "./ai-sdk.ts";
import type { Model, ModelRequest } from "./model.ts";
import { readAnswer } from "./read-answer.ts";

const request: ModelRequest = {
  system: "",
  messages: [{ role: "user", content: [{ type: "text", text: "go" }] }],
  tools: [],
  maxOutputTokens: 10,
};
const usage = { inputTokens: { total: 5 }, outputTokens: { total: 3 } };
const stop = { type: "finish", finishReason: { unified: "stop", raw: "stop" }, usage };
const text = (id: string, said: string) => [
  { type: "text-start", id },
  { type: "text-delta", id, delta: said },
  { type: "text-end", id },
];
const toolCall = { type: "tool-call", toolCallId: "a", toolName: "read_note", input: '{"name":"a"}' };

verifies("loop:cut", "an end without a reason, as clients make it up for a closed connection, is no end", async () => {
  const madeUp = { type: "finish", finishReason: { unified: "other", raw: undefined }, usage };
  for (const parts of [text("t", "Half of the tru"), [toolCall], []]) {
    await expect(ask(streamOf([...parts, madeUp]))).rejects.toMatchObject({ kind: "interrupted" });
  }
  const unusual = { type: "finish", finishReason: { unified: "other", raw: "pause_turn" }, usage };
  expect(await ask(streamOf([...text("t", "Well."), unusual]))).toMatchObject({ finish: "other" });
});

verifies("loop:cut", "a stream that breaks is interrupted, whether or not a part of it was read", async () => {
  for (const parts of [[], text("t", "Half of the tru")]) {
    const broken = new ReadableStream<unknown>({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
      },
      pull(controller) {
        controller.error(new TypeError("terminated"));
      },
    });
    await expect(ask(modelOf(broken))).rejects.toMatchObject({ kind: "interrupted" });
  }
  const refusal = { type: "error", error: new TypeError("no such tool") };
  await expect(ask(streamOf([refusal]))).rejects.toMatchObject({ kind: "rejected" });
});

test("a model that writes the arguments of a call is not silent, however long they are", async () => {
  const clock = createVirtualClock();
  const gates = Array.from({ length: 4 }, () => deferred());
  const stream = new ReadableStream<unknown>({
    async start(controller) {
      for (const { promise } of gates) {
        controller.enqueue({ type: "tool-input-delta", id: "a", delta: "x" });
        await promise;
      }
      for (const part of [toolCall, stop]) controller.enqueue(part);
      controller.close();
    },
  });
  const deltas: string[] = [];
  const signal = new AbortController().signal;
  const onDelta = ({ delta }: { delta: string }) => void deltas.push(delta);
  const answer = readAnswer(fromAiSdk(modelOf(stream)), request, { signal, clock, stallMs: 1_000, onDelta });
  for (const { resolve } of gates) {
    await clock.advance(900);
    resolve();
  }
  expect(await answer).toMatchObject({ content: [{ callId: "a" }] });
  // Nothing was said.
  expect(deltas).toEqual([]);
});

test("what the provider has run itself is not run again, and a file that it made is named", async () => {
  const own = { ...toolCall, toolName: "web_search", providerExecuted: true };
  const picture = { type: "file", mediaType: "image/png", data: "aGk=" };
  const { content } = await ask(streamOf([own, ...text("t", "Found."), picture, stop]));
  expect(content).toEqual([
    { type: "text", text: "Found." },
    { type: "text", text: "[The model made a file of type image/png, which is not kept.]" },
  ]);
});

test("a second text with the id of the first one is a text of its own", async () => {
  const { content } = await ask(streamOf([...text("0", "Before."), toolCall, ...text("0", "After."), stop]));
  expect(content.map((part) => (part.type === "call" ? "call" : part.text))).toEqual(["Before.", "call", "After."]);
});

test("a provider that never stops is stopped, whether it says something or nothing", async () => {
  for (const part of [
    { type: "text-delta", id: "t", delta: "and ".repeat(100) },
    { type: "tool-input-delta", id: "a", delta: "" },
  ]) {
    let isCancelled = false;
    const endless = new ReadableStream<unknown>({
      pull: (controller) => controller.enqueue(part),
      cancel: () => void (isCancelled = true),
    });
    const asked = ask(modelOf(endless));
    await expect(asked).rejects.toMatchObject({ kind: "interrupted", message: expect.stringContaining("far longer") });
    expect(isCancelled).toBe(true);
  }
});

test.each([-1, Number.NaN, Infinity, 0])("a usage of %d tokens counts as not told", async (total) => {
  const told = { ...stop, usage: { inputTokens: { total }, outputTokens: { total: 3 } } };
  expect(await ask(streamOf([...text("t", "Hm."), told]))).toMatchObject({ usage: undefined });
});

test("a model that fails before its first event leaves no timer behind", async () => {
  const scheduled = new Set<object>();
  const clock = {
    ...systemClock,
    schedule(delayMs: number, run: () => void) {
      const timer = systemClock.schedule(delayMs, run);
      const kept = { cancel: () => void (timer.cancel(), scheduled.delete(kept)) };
      scheduled.add(kept);
      return kept;
    },
  };
  const broken: Model = {
    id: "own/broken",
    stream() {
      throw new Error("No key");
    },
  };
  const { signal } = new AbortController();
  const asked = readAnswer(broken, request, { signal, clock, stallMs: 60_000, onDelta: () => {} });
  await expect(asked).rejects.toThrow("No key");
  expect(scheduled.size).toBe(0);
});

test("a connection whose answer has ended serves the next answer", async () => {
  const events = [
    {
      type: "message_start",
      message: { id: "m", model: "m", role: "assistant", content: [], usage: { input_tokens: 5 } },
    },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "hi" } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 5 } },
    { type: "message_stop" },
  ];
  const bytes = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  let connections = 0;
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    // The end comes in a packet of its own, as it does over a network.
    response.write(bytes, () => setTimeout(() => response.end(), 5));
  }).on("connection", () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const address = server.address();
  const baseURL = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/v1`;
  const model = createAnthropic({ apiKey: "none", baseURL })("claude-sonnet-4-5");
  for (let count = 0; count < 6; count += 1) expect(await ask(model)).toMatchObject({ finish: "stop" });
  // A request at the same moment as the end of the one before finds its connection not free yet.
  expect(connections).toBeLessThanOrEqual(2);
});

async function ask(model: AiSdkModel) {
  const signal = new AbortController().signal;
  return await readAnswer(fromAiSdk(model), request, {
    signal,
    clock: systemClock,
    stallMs: 60_000,
    onDelta: () => {},
  });
}

function streamOf(parts: readonly object[]): AiSdkModel {
  return modelOf(
    new ReadableStream<unknown>({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      },
    }),
  );
}

function modelOf(stream: ReadableStream<unknown>): AiSdkModel {
  return { specificationVersion: "v3", provider: "test.chat", modelId: "m", doStream: async () => ({ stream }) };
}
