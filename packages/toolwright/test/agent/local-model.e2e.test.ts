import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import * as z from "zod";
import { createAgent } from "../../src/agent/create-agent.ts";
import { createKernel } from "../../src/call/kernel.ts";
import { createLocalModel, type LlamaChat, type LlamaGrammars } from "../../src/local-model/index.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import { reads } from "../../src/tool/effects.ts";
import { verifies } from "../verifies.ts";

/**
 * `LOCAL_MODEL` names a model (.gguf), `LOCAL_MODEL_MODULES` a folder with `node-llama-cpp` in its `node_modules`:
 * `npm install node-llama-cpp@3.22.1 --ignore-scripts` in an empty one.
 */
const { LOCAL_MODEL: file = "", LOCAL_MODEL_MODULES: modules = "" } = process.env;
const isThere = file !== "" && modules !== "";
const reason = isThere ? "" : " (skipped: LOCAL_MODEL and LOCAL_MODEL_MODULES name no model)";

const questions = [
  { input: "What is the weather in Paris?", tool: "get_weather" },
  { input: "Will it rain in Oslo today?", tool: "get_weather" },
  { input: "How warm is it in Cairo?", tool: "get_weather" },
  { input: "Tell me the weather in Lima.", tool: "get_weather" },
  { input: "What is 12 plus 30?", tool: "add_numbers" },
  { input: "Add 7 and 8.", tool: "add_numbers" },
  { input: "Please compute the sum of 100 and 250.", tool: "add_numbers" },
  { input: "Read the note named shopping.", tool: "read_note" },
  { input: "Open my note called ideas.", tool: "read_note" },
  { input: "What does the note recipes say?", tool: "read_note" },
] as const;

const kernel = createKernel({
  tools: [
    defineTool({
      name: "add_numbers",
      description: "Adds two numbers.",
      input: z.strictObject({ first: z.int().describe("One"), second: z.int().describe("The other") }),
      effects: reads,
      handle: ({ first, second }) => `${first} + ${second} = ${first + second}`,
    }),
    defineTool({
      name: "get_weather",
      description: "Tells the weather of a city.",
      input: z.strictObject({ city: z.string().min(1).max(40).describe("City") }),
      effects: reads,
      handle: ({ city }) => `It is sunny in ${city}, 21 degrees.`,
    }),
    defineTool({
      name: "read_note",
      description: "Reads one of the user's notes.",
      input: z.strictObject({ name: z.string().min(1).max(40).describe("Name of the note") }),
      effects: reads,
      handle: ({ name }) => `The note ${name} says: buy milk.`,
    }),
  ],
});

verifies(
  "loop:real-model",
  `a real model turns the loop: every call fits its tool, and every run has an end${reason}`,
  async () => {
    const loaded = await loadModel();
    const chosen: (string | undefined)[] = [];
    let [tokens, seconds] = [0, 0];
    for (const [index, { input }] of questions.entries()) {
      const agent = createAgent({
        model: createLocalModel({ ...loaded, id: "local/test" }),
        kernel,
        system: "You are a helpful assistant. Use a tool when it can answer the question.",
        limits: { turns: 3, outputTokens: 96, modelStallMs: 600_000 },
        context: { windowTokens: 2_048 },
      });
      const began = performance.now();
      const run = agent.run(`thread-${index}`, input);
      console.log(`\n> ${input}`);
      let first: string | undefined;
      for await (const event of run) {
        if (event.type === "call-start") {
          first ??= event.tool;
          console.log(`  call ${event.tool} ${event.input}`);
        }
        if (event.type !== "call-end") continue;
        console.log(`  ${event.status}: ${event.text}`);
        expect(event.status).toBe("ok");
      }
      const { status, text, usage } = await run.outcome;
      console.log(`  ${status}: ${text}`);
      expect(["done", "stopped"]).toContain(status);
      chosen.push(first);
      tokens += usage.output;
      seconds += (performance.now() - began) / 1_000;
    }
    const right = questions.filter(({ tool }, index) => chosen[index] === tool).length;
    console.log(`\n${right} of ${questions.length} times the right tool; ${(tokens / seconds).toFixed(1)} tokens/s`);
    expect(chosen.filter((tool) => tool !== undefined).length).toBeGreaterThan(0);
  },
  { skip: !isThere, timeout: 1_800_000 },
);

async function loadModel(): Promise<{ readonly llama: LlamaGrammars; readonly chat: LlamaChat }> {
  const entry = createRequire(join(modules, "package.json")).resolve("node-llama-cpp");
  const library = await import(pathToFileURL(entry).href);
  const llama = await library.getLlama({ build: "never", gpu: false, logLevel: "error" });
  const model = await llama.loadModel({ modelPath: file });
  // One thread: several that spin for each other on busy cores are a hundred times slower.
  const context = await model.createContext({ contextSize: 2_048, threads: 1 });
  return { llama, chat: new library.LlamaChat({ contextSequence: context.getSequence() }) };
}
