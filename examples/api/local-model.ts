// toolwright/local-model: A model that runs in the process
import { createKernel, defineTool, reads } from "toolwright";
import { createAgent } from "toolwright/agent";
import { createLocalModel, type LocalModelOptions } from "toolwright/local-model";
import * as z from "zod";

const readClock = defineTool({
  name: "read_clock",
  description: "Tells the time in a city.",
  input: z.strictObject({ city: z.string().describe("City") }),
  effects: reads,
  handle: ({ city }) => `It is noon in ${city}.`,
});

/**
 * With `node-llama-cpp`: `llama` is what `getLlama()` returns, `chat` a `LlamaChat` of a loaded model. What the model may write is a
 * text, or a call that fits its tool.
 */
export async function askLocally({ llama, chat }: LocalModelOptions): Promise<string> {
  const model = createLocalModel({ llama, chat, id: "local/smollm2", call: { temperature: 0 } });
  const agent = createAgent({ model, kernel: createKernel({ tools: [readClock] }), context: { windowTokens: 16_384 } });
  const { status, text } = await agent.run("thread-1", "What time is it in Lima?").outcome;
  return `${status}: ${text}`;
}
