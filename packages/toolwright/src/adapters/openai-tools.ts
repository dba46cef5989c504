import type { AnyKernel } from "../call/kernel.ts";
import type { Caller } from "../tool/call-context.ts";
import { callWithArguments, describeLeftOut, type LoopCallOptions } from "./call-for-loop.ts";

/** A tool as OpenAI's Chat Completions and the many servers that speak it take it. */
export interface ChatTool {
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: Record<string, unknown>;
  };
}

/** A tool as OpenAI's Responses take it. Not strict, since a strict schema cannot say that a field may be left out. */
export interface ResponsesTool {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly parameters: Record<string, unknown>;
  readonly strict: false;
}

/** One of `tool_calls` of an answer by Chat Completions. */
export interface ChatToolCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

/** The message with its result. */
export interface ChatToolMessage {
  readonly role: "tool";
  readonly tool_call_id: string;
  readonly content: string;
}

/** An item `function_call` of an answer by Responses. */
export interface ResponsesToolCall {
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
}

/** The item with its result. */
export interface ResponsesToolOutput {
  readonly type: "function_call_output";
  readonly call_id: string;
  readonly output: string;
}

/** The kernel's tools as `tools` of Chat Completions. */
export async function listChatTools(kernel: AnyKernel, caller?: Caller): Promise<ChatTool[]> {
  const { visible } = await kernel.list(caller);
  return visible.map(({ name, description, inputJsonSchema }) => ({
    type: "function",
    function: { name, description, parameters: { ...inputJsonSchema } },
  }));
}

/** The kernel's tools as `tools` of Responses. */
export async function listResponsesTools(kernel: AnyKernel, caller?: Caller): Promise<ResponsesTool[]> {
  const { visible } = await kernel.list(caller);
  return visible.map(({ name, description, inputJsonSchema }) => ({
    type: "function",
    name,
    description,
    parameters: { ...inputJsonSchema },
    strict: false,
  }));
}

/** Runs one of `tool_calls` and returns the message that answers it. Never rejects. */
export async function answerChatCall(
  kernel: AnyKernel,
  call: ChatToolCall,
  options: LoopCallOptions = {},
): Promise<ChatToolMessage> {
  const { name, arguments: text } = call.function;
  return { role: "tool", tool_call_id: call.id, content: await answerInText(kernel, name, text, options) };
}

/** Runs a `function_call` and returns the item that answers it. Never rejects. */
export async function answerResponsesCall(
  kernel: AnyKernel,
  call: ResponsesToolCall,
  options: LoopCallOptions = {},
): Promise<ResponsesToolOutput> {
  const output = await answerInText(kernel, call.name, call.arguments, options);
  return { type: "function_call_output", call_id: call.call_id, output };
}

async function answerInText(kernel: AnyKernel, name: string, input: string, options: LoopCallOptions): Promise<string> {
  const { text, attachments } = await callWithArguments(kernel, name, input, options);
  return text + describeLeftOut(attachments);
}
