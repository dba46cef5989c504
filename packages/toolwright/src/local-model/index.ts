export { type LlamaAnswerOptions, type LlamaChat, type LlamaChatItem, type LlamaGrammars } from "./llama-chat.ts";
export { createLocalModel, type LocalModelOptions } from "./local-model.ts";
