export { type AiSdkContentPart, type AiSdkOutput, type AiSdkTool, listAiSdkTools } from "./ai-sdk-tools.ts";
export {
  answerAnthropicCall,
  type AnthropicImage,
  type AnthropicTool,
  type AnthropicToolResult,
  type AnthropicToolUse,
  listAnthropicTools,
} from "./anthropic-tools.ts";
export { type LoopCallOptions, type LoopOptions, type LoopResult } from "./call-for-loop.ts";
export {
  answerChatCall,
  answerResponsesCall,
  type ChatTool,
  type ChatToolCall,
  type ChatToolMessage,
  listChatTools,
  listResponsesTools,
  type ResponsesTool,
  type ResponsesToolCall,
  type ResponsesToolOutput,
} from "./openai-tools.ts";
