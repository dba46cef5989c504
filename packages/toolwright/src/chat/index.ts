export { type ChatOptions, createChatCommand } from "./chat-command.ts";
