import { expect, test } from "vitest";
import * as z from "zod";
import type { ApprovalRequest } from "../access/approval.ts";
import { createKernel, type AnyKernel } from "../call/kernel.ts";
import { deferred } from "../tool/deferred.ts";
import { defineTool } from "../tool/define-tool.ts";
import { reads, writes } from "../tool/effects.ts";
import { createVirtualClock } from "../testing/virtual-clock.ts";
import { listAiSdkTools } from "./ai-sdk-tools.ts";
import { answerAnthropicCall, listAnthropicTools } from "./anthropic-tools.ts";
import { callForLoop, type LoopOptions } from "./call-for-loop.ts";
import { answerChatCall, answerResponsesCall, listChatTools, listResponsesTools } from "./openai-tools.ts";

const named = z.strictObject({
  name: z.string().describe("Name of the note"),
  lines: z.int().optional().describe("How many lines"),
});

/** Tools that read, change, show, wait, and write a lot; `written` is what was changed. */
function openKernel(timeToLiveMs = 60_000) {
  const written: string[] = [];
  const waiting = deferred<AbortSignal>();
  const clock = createVirtualClock();
  const tool = <Value>(name: string, effects: typeof reads, handle: (name: string, signal: AbortSignal) => Value) =>
    defineTool({
      name,
      description: `Does ${name}.`,
      input: named,
      effects,
      deadlineMs: 5_000,
      handle: (input, _services, call) => handle(input.name, call.signal),
      ...(name === "show_note"
        ? {
            attach: () => [
              { kind: "image", mimeType: "image/png", data: "aGk=" } as const,
              { kind: "audio", mimeType: "audio/wav", data: "aGk=" } as const,
            ],
          }
        : {}),
    });
  const kernel: AnyKernel = createKernel({
    clock,
    onEvent: () => {},
    approval: { timeToLiveMs },
    tools: [
      tool("read_note", reads, (name) => `This is ${name}.`),
      tool("show_note", reads, () => "A picture."),
      tool("long_note", reads, () => "many words ".repeat(50_000)),
      tool("wait_note", reads, async (_name, signal) => {
        waiting.resolve(signal);
        return await new Promise<string>(() => {});
      }),
      tool("write_note", writes, (name) => {
        written.push(name);
        return `Wrote ${name}.`;
      }),
    ],
  });
  return { kernel, written, waiting: waiting.promise, clock };
}

test("each interface is told of the same tools, in its own form and order", async () => {
  const { kernel } = openKernel();
  const { inputJsonSchema } = kernel.tool("read_note") ?? {};
  const [chat, responses, anthropic] = await Promise.all([
    listChatTools(kernel),
    listResponsesTools(kernel),
    listAnthropicTools(kernel),
  ]);
  const about = { name: "read_note", description: "Does read_note." };
  expect(chat[1]).toEqual({ type: "function", function: { ...about, parameters: inputJsonSchema } });
  expect(responses[1]).toEqual({ type: "function", ...about, parameters: inputJsonSchema, strict: false });
  expect(anthropic[1]).toEqual({ ...about, input_schema: inputJsonSchema });
  const aiSdk = await listAiSdkTools(kernel);
  expect(Object.keys(aiSdk)).toEqual(kernel.toolNames);
  expect(aiSdk["read_note"]?.inputSchema["~standard"].jsonSchema.input({ target: "draft-07" })).toEqual(
    inputJsonSchema,
  );
});

test("calls are answered in each interface's form, and the kernel repairs their input", async () => {
  const { kernel } = openKernel();
  const call = { name: "read_note", arguments: '{"name":"milk","lines":"3"}' };
  const chat = await answerChatCall(kernel, { id: "c1", function: call });
  expect(chat).toMatchObject({ role: "tool", tool_call_id: "c1" });
  expect(chat.content).toMatch(/^This is milk\.\nNote: .*lines/);
  const item = await answerResponsesCall(kernel, { call_id: "c2", ...call });
  expect(item).toEqual({ type: "function_call_output", call_id: "c2", output: chat.content });
  const block = await answerAnthropicCall(kernel, { id: "c3", name: "read_note", input: { name: "milk" } });
  const content = [{ type: "text", text: "This is milk." }];
  expect(block).toEqual({ type: "tool_result", tool_use_id: "c3", content, is_error: false });
});

test("malformed arguments and unknown tools are results that say what to do", async () => {
  const { kernel } = openKernel();
  const answer = async (name: string, text: string): Promise<string> =>
    (await answerChatCall(kernel, { id: "c", function: { name, arguments: text } })).content;
  expect(await answer("read_note", '{"name": "mi')).toContain("not a JSON object");
  expect(await answer("read_note", "[1]")).toContain("not a JSON object");
  expect(await answer("read_note", "")).toContain("name");
  expect(await answer("read_notes", '{"name": "mi')).toContain('Did you mean "read_note"?');
  const block = await answerAnthropicCall(kernel, { id: "c", name: "read_note", input: { nam: 3 } });
  expect(block).toMatchObject({ is_error: true });
});

test("the caller's signal cancels the call and reaches the tool", async () => {
  const { kernel, waiting } = openKernel();
  const tools = await listAiSdkTools(kernel);
  const control = new AbortController();
  const running = tools["wait_note"]?.execute({ name: "a" }, { abortSignal: control.signal });
  const signal = await waiting;
  control.abort();
  expect(await running).toMatchObject({ status: "cancelled", isError: true });
  expect(signal.aborted).toBe(true);
});

test("a tool that never ends is left at its deadline", async () => {
  const { kernel, waiting, clock } = openKernel();
  const running = answerAnthropicCall(kernel, { id: "c", name: "wait_note", input: { name: "a" } });
  await waiting;
  await clock.advance(5_000);
  expect(await running).toMatchObject({ is_error: true });
});

test("an answer stays within the budget", async () => {
  const { kernel } = openKernel();
  const result = await callForLoop(kernel, "long_note", { name: "a" });
  expect(result.text.length).toBeLessThan(50_000);
});

test("a call that needs a person says so, or asks; only a yes runs it", async () => {
  const { kernel, written } = openKernel();
  const write = async (name: string, options: LoopOptions) =>
    await callForLoop(kernel, "write_note", { name }, options);
  const broken = (): never => {
    throw new Error("no terminal");
  };
  expect(await write("a", {})).toMatchObject({ status: "needs_approval", isError: true });
  const errors: unknown[] = [];
  const onApproveError = (error: unknown, { tool }: ApprovalRequest): void => void errors.push([tool, String(error)]);
  const denied = await write("b", { approve: broken, onApproveError });
  expect(denied).toMatchObject({ status: "denied", isError: true });
  expect(denied.text).not.toContain("no terminal");
  expect(errors).toEqual([["write_note", "Error: no terminal"]]);
  expect(await write("c", { approve: () => "rejected" })).toMatchObject({ status: "denied", isError: true });
  expect(written).toEqual([]);
  const asked: unknown[] = [];
  const approve = async ({ tool, input }: ApprovalRequest): Promise<"approved"> => {
    asked.push([tool, input]);
    return "approved";
  };
  expect(await write("d", { approve })).toMatchObject({ status: "ok", text: "Wrote d." });
  expect(asked).toEqual([["write_note", { name: "d" }]]);
  expect(written).toEqual(["d"]);
});

test("approvals that always come too late come to an end", async () => {
  const { kernel, written, clock } = openKernel(1);
  const approve = async (): Promise<"approved"> => {
    await clock.advance(10);
    return "approved";
  };
  expect(await callForLoop(kernel, "write_note", { name: "a" }, { approve })).toMatchObject({
    status: "needs_approval",
  });
  expect(written).toEqual([]);
});

test("a cancel ends the wait for a person who does not answer", async () => {
  const { kernel, written } = openKernel();
  const control = new AbortController();
  const asked = deferred();
  const approve = async (): Promise<"approved"> => {
    asked.resolve();
    return await new Promise(() => {});
  };
  const running = callForLoop(kernel, "write_note", { name: "a" }, { approve, signal: control.signal });
  await asked.promise;
  control.abort();
  expect(await running).toMatchObject({ status: "cancelled" });
  expect(written).toEqual([]);
});

test("attachments go along where there is a form for them, and are named where there is none", async () => {
  const { kernel } = openKernel();
  const aiSdk = (await listAiSdkTools(kernel))["show_note"];
  const output = await aiSdk?.execute({ name: "a" });
  expect(output === undefined ? undefined : aiSdk?.toModelOutput({ output })).toEqual({
    type: "content",
    value: [
      { type: "text", text: expect.stringMatching(/^A picture\.\n\[Not shown.*: audio]$/) },
      { type: "image-data", data: "aGk=", mediaType: "image/png" },
    ],
  });
  const { content } = await answerAnthropicCall(kernel, { id: "c", name: "show_note", input: { name: "a" } });
  expect(content).toEqual([
    { type: "text", text: expect.stringMatching(/^A picture\.\n\[Not shown.*: audio]$/) },
    { type: "image", source: { type: "base64", media_type: "image/png", data: "aGk=" } },
  ]);
  const chat = await answerChatCall(kernel, { id: "c", function: { name: "show_note", arguments: '{"name":"a"}' } });
  expect(chat.content).toMatch(/: image, audio]$/);
});

test("failures are errors for the AI SDK's models, and no exceptions", async () => {
  const { kernel } = openKernel();
  const read = (await listAiSdkTools(kernel))["read_note"];
  const output = await read?.execute({ nam: 3 });
  expect(output === undefined ? undefined : read?.toModelOutput({ output })).toMatchObject({ type: "error-text" });
});
