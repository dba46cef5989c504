import { join } from "node:path";
import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import { createDurableAgent } from "@mastra/core/agent/durable";
import { InMemoryStore } from "@mastra/core/storage";
import { createTool } from "@mastra/core/tools";
import { LibSQLStore } from "@mastra/libsql";
import * as z from "zod";
import { type Contestant, question, type RunEnd, type Setup, type ToolSpec } from "../contestant.ts";
import { scriptedAiSdkModel } from "../scripted-model.ts";

/**
 * Approvals by `approveToolCall` and `declineToolCall`, each with the id of its call; what survives the process by a durable agent with
 * snapshots of running runs in a database. It has a time limit for a run and none for a tool.
 */
export const mastra: Contestant = {
  tokenLimit: "condition",
  async run(setup) {
    const { agent, durable } = await open(setup);
    if (durable !== undefined) {
      const { output } = await durable.stream(question, optionsOf(setup));
      return await read(output);
    }
    return await read(await agent.stream(question, optionsOf(setup)));
  },
  async approve(setup, answers) {
    const { agent } = await open(setup);
    // Its default is one call at a time where an approval may be needed.
    const options = { ...optionsOf(setup), toolCallConcurrency: answers.length };
    let current = await agent.stream(question, options);
    const { runId } = current;
    let end = await read(current);
    let asksOneByOne = false;
    const waiting = [...answers];
    for (const [toolCallId, isApproved] of waiting) {
      try {
        const answer = { runId, toolCallId };
        current = await (isApproved ? agent.approveToolCall(answer) : agent.declineToolCall(answer));
        end = await read(current);
      } catch (error) {
        if (asksOneByOne) throw error;
        asksOneByOne = true;
        waiting.push([toolCallId, isApproved]);
      }
    }
    return asksOneByOne ? { ...end, asksOneByOne } : end;
  },
  async resume(setup) {
    const { durable } = await open(setup);
    const { runs } = await durable.listActiveRuns();
    if (runs.length === 0) return { ended: "failed", words: "no run is known after the crash" };
    const { output } = await durable.recover(runs[0].runId);
    return await read(output);
  },
};

async function open(setup: Setup): Promise<{ readonly agent: any; readonly durable: any }> {
  const { script, tools, directory } = setup;
  const agent = new Agent({
    id: "bench",
    name: "bench",
    instructions: "Do it.",
    model: scriptedAiSdkModel(script) as any,
    maxRetries: 0,
    tools: Object.fromEntries(tools.map((each) => [each.name, makeTool(each)])),
  });
  if (directory === undefined) {
    const host: any = new Mastra({ agents: { bench: agent }, storage: new InMemoryStore(), logger: false });
    return { agent: host.getAgent("bench"), durable: undefined };
  }
  const durable: any = createDurableAgent({ agent } as any);
  const storage = new LibSQLStore({ id: "bench", url: `file:${join(directory, "mastra.db")}` });
  await storage.init();
  const recovery = { durableAgents: "auto" };
  const host: any = new Mastra({ agents: { bench: durable }, storage, logger: false, recovery } as any);
  return { agent, durable: host.getAgent("bench") };
}

function optionsOf({ signal, maxTurns, maxOutputTokens, tokenLimit, tools }: Setup): any {
  const totalMs = tools.find(({ timeoutMs }) => timeoutMs !== undefined)?.timeoutMs;
  const isSpent = ({ steps }: any): boolean =>
    steps.reduce((sum: number, { usage }: any) => sum + usage.inputTokens + usage.outputTokens, 0) >=
    (tokenLimit ?? Infinity);
  return {
    maxSteps: maxTurns,
    ...(signal === undefined ? {} : { abortSignal: signal }),
    ...(tokenLimit === undefined ? {} : { stopWhen: isSpent }),
    modelSettings: {
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      ...(totalMs === undefined ? {} : { timeout: { totalMs } }),
    },
  };
}

function makeTool({ name, needsApproval, run }: ToolSpec): any {
  return createTool({
    id: name,
    description: `Does ${name}.`,
    inputSchema: z.strictObject({ name: z.string() }),
    execute: async (input: any, context: any) => await run(input, context?.abortSignal),
    ...(needsApproval === true ? { requireApproval: true } : {}),
  } as any);
}

async function read(output: any): Promise<RunEnd> {
  let words = "the stream ended without a finish";
  let ended: RunEnd["ended"] = "stopped";
  for await (const chunk of output.fullStream) {
    if (chunk.type === "error") return { ended: "failed", words: `error: ${describe(chunk.payload?.error)}` };
    if (chunk.type === "abort") words = "abort";
    if (chunk.type === "finish") {
      const reason = chunk.payload?.stepResult?.reason ?? chunk.payload?.finishReason;
      words = `finish reason ${reason}`;
      ended = reason === "stop" ? "done" : "stopped";
    }
  }
  return { ended, words };
}

function describe(error: any): string {
  return String(error?.message ?? error).slice(0, 140);
}
