// toolwright/chat: a conversation with a model as a command of your own program
import { createKernel, defineTool, reads } from "toolwright";
import { type ChatOptions, createChatCommand } from "toolwright/chat";
import { runCli } from "toolwright/cli";
import * as z from "zod";

const clock = defineTool({
  name: "clock",
  description: "Says what time it is.",
  input: z.strictObject({}),
  effects: reads,
  handle: () => new Date().toISOString(),
});
const kernel = createKernel({ tools: [clock] });

const options: ChatOptions = {
  name: "chat",
  usage: "[QUESTION | -]",
  summary: "Ask about the time",
  program: "clock",
  // What it opens may have `instructions`, which the model is told first.
  kernel: () => ({ kernel, instructions: "You know what time it is. Be brief." }),
  flags: {},
  cwd: process.cwd(),
  env: process.env,
  modelVariable: "CLOCK_MODEL",
  packageDirectories: [process.cwd()],
  threadDirectory: () => "threads",
};

// clock chat --model anthropic:claude-sonnet-4-5 "How late is it in Tokyo?"
process.exitCode = await runCli({
  program: "clock",
  version: "1.0.0",
  argv: process.argv.slice(2),
  kernel,
  commands: [createChatCommand(options)],
});
