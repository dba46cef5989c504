export { createChatCommand } from "./chat-command.ts";
export { type ChatOptions } from "./chat-options.ts";
