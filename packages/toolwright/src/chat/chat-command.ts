import type { Command, Flags } from "../cli/command.ts";
import type { ChatOptions } from "./chat-options.ts";

/** A command that is a conversation of a person, or a program, with a model that calls the tools. */
export function createChatCommand(options: ChatOptions): Command {
  const { name, program } = options;
  return {
    name,
    usage: options.usage,
    summary: options.summary,
    details: [
      "The model is one of an installed package: anthropic:NAME, openai:NAME or google:NAME, with its key in the environment;",
      `or any OpenAI-compatible server: --base-url http://localhost:11434/v1 --model NAME. ${options.modelVariable} names one for good.`,
      "Words on the command line, or on stdin, are one input; without any, it is a conversation. What needs approval is asked for in place.",
      "Ctrl-C cancels an answer, twice ends the program, Ctrl-D ends it. Nothing is kept without --store, --thread or --resume.",
      `Programs use --json: an event a line on stdout, the outcome last: ${program} ${name} --json "QUESTION".`,
    ].join("\n"),
    flags: { ...options.flags, ...chatFlags },
    takes: [0, Infinity],
    async run(args, terminal) {
      // Loaded lazily: no other command needs the agent.
      const { runChat } = await import("./run-chat.ts");
      return await runChat(options, args, terminal);
    },
  };
}

const chatFlags: Flags = {
  model: { type: "string", short: "m", value: "MODEL", summary: "The model, such as anthropic:claude-sonnet-4-5" },
  "base-url": {
    type: "string",
    value: "URL",
    summary: "The OpenAI-compatible server, or another address of a provider",
  },
  "key-env": { type: "string", value: "VARIABLE", summary: "The variable with the key; --base-url sends no other" },
  store: { type: "string", value: "DIR", summary: "Keep the thread in a file there" },
  thread: { type: "string", value: "NAME", summary: "Keep the thread under this name, which is new" },
  resume: {
    type: "string",
    value: "THREAD",
    optional: true,
    summary: "Go on with a kept thread; without a name, with the latest",
  },
  threads: { type: "boolean", summary: "List the kept threads" },
  delete: { type: "string", value: "THREAD", summary: "Delete a kept thread" },
  "keep-days": { type: "string", value: "N", summary: "Delete threads that have not changed for N days" },
  "keep-threads": { type: "string", value: "N", summary: "Delete all but the latest N threads" },
  yes: { type: "boolean", short: "y", summary: "Approve every call without asking" },
  reject: { type: "boolean", summary: "Reject every call that needs approval, without asking" },
  json: { type: "boolean", summary: "An event a line on stdout, the outcome last; nobody is asked" },
  "max-turns": {
    type: "string",
    value: "N",
    summary: "Stop after N answers of the model for one input; default: 50",
  },
  "max-tokens": { type: "string", value: "N", summary: "Stop before an input takes more tokens" },
  "max-cost": { type: "string", value: "USD", summary: "Stop before an input costs more; needs --prices" },
  prices: { type: "string", value: "FILE", summary: "US dollars for a million tokens, as JSON, by model" },
  record: { type: "string", value: "FILE", summary: "Write what the model was asked and said to a new file" },
  replay: { type: "string", value: "FILE", summary: "Let the model say what was recorded" },
};
