// toolwright/adapters: Tools for the loops of others
import type { AnyKernel, ApprovalRequest } from "toolwright";
import {
  answerAnthropicCall,
  answerChatCall,
  answerResponsesCall,
  type AnthropicToolResult,
  type AnthropicToolUse,
  type ChatToolCall,
  listAiSdkTools,
  listAnthropicTools,
  listChatTools,
  listResponsesTools,
  type LoopCallOptions,
  type ResponsesToolCall,
} from "toolwright/adapters";

/** What each client is given, once at its start: `tools` of its request or its agent. */
export async function describeTools(kernel: AnyKernel) {
  return {
    aiSdk: await listAiSdkTools(kernel, { approve: askPerson }),
    anthropic: await listAnthropicTools(kernel),
    chat: await listChatTools(kernel),
    responses: await listResponsesTools(kernel),
  };
}

/** All calls of one answer by Anthropic, as the content of the message that follows it. */
export async function answerAll(
  kernel: AnyKernel,
  calls: readonly AnthropicToolUse[],
  signal: AbortSignal,
): Promise<AnthropicToolResult[]> {
  const options: LoopCallOptions = { signal, approve: askPerson };
  return await Promise.all(calls.map((call) => answerAnthropicCall(kernel, call, options)));
}

/** The same for OpenAI: a message, or an item of the next input. */
export async function answerOpenAi(kernel: AnyKernel, chat: ChatToolCall, item: ResponsesToolCall) {
  return [await answerChatCall(kernel, chat), await answerResponsesCall(kernel, item)];
}

function askPerson({ title, input }: ApprovalRequest): "approved" | "rejected" {
  console.error(`${title} ${JSON.stringify(input)}: rejected, since nobody is here.`);
  return "rejected";
}
