import * as z from "zod";
import { createKernel, type AnyKernel } from "../../../packages/toolwright/src/call/kernel.ts";
import { createAgent, type Agent, type AgentRun } from "../../../packages/toolwright/src/agent/create-agent.ts";
import { openFileThreads } from "../../../packages/toolwright/src/thread-files/file-threads.ts";
import { defineTool } from "../../../packages/toolwright/src/tool/define-tool.ts";
import { reads, writes } from "../../../packages/toolwright/src/tool/effects.ts";
import type { AnyTool } from "../../../packages/toolwright/src/tool/tool.ts";
import { type Contestant, question, type RunEnd, type Setup, type ToolSpec } from "../contestant.ts";
import { scriptedAiSdkModel } from "../scripted-model.ts";

const input = z.strictObject({ name: z.string().describe("Which one") });

export const ours: Contestant = {
  tokenLimit: "own",
  run: async (setup) => await endOfRun(openAgent(setup).run("t", question, signalOf(setup))),
  async approve(setup, answers) {
    const agent = openAgent(setup);
    await agent.run("t", question).outcome;
    for (const [id, isApproved] of answers) {
      await agent.decide("t", { [id]: { verdict: isApproved ? "approved" : "rejected" } });
    }
    return await endOfRun(agent.resume("t"));
  },
  resume: async (setup) => await endOfRun(openAgent(setup).resume("t")),
};

function openAgent({ script, tools, maxTurns, maxOutputTokens, tokenLimit, directory }: Setup): Agent {
  return createAgent({
    model: scriptedAiSdkModel(script),
    kernel: openKernel(tools),
    limits: {
      turns: maxTurns,
      // The scripts repeat themselves on purpose.
      repeats: 1_000,
      ...(tokenLimit === undefined ? {} : { tokens: tokenLimit }),
      ...(maxOutputTokens === undefined ? {} : { outputTokens: maxOutputTokens }),
    },
    ...(directory === undefined ? {} : { store: openFileThreads({ directory }) }),
  });
}

function openKernel(tools: readonly ToolSpec[]): AnyKernel {
  const asks = tools.some(({ needsApproval }) => needsApproval === true);
  return createKernel<readonly AnyTool[]>({
    tools: tools.map(({ name, kind, timeoutMs, run }) =>
      defineTool({
        name,
        description: `Does ${name}.`,
        input,
        effects: kind === "read" ? reads : writes,
        ...(timeoutMs === undefined ? {} : { deadlineMs: timeoutMs }),
        handle: async (given, _services, call) => await run(given, call.signal),
      }),
    ),
    services: () => undefined as never,
    access: { confirm: asks ? "ask" : "allow" },
    onEvent: () => {},
  });
}

async function endOfRun(run: AgentRun): Promise<RunEnd> {
  const end = await run.outcome;
  const words = "message" in end ? `${end.status}: ${end.message}` : end.status;
  if (end.status === "done") return { ended: "done", words };
  return { ended: end.status === "failed" ? "failed" : "stopped", words };
}

function signalOf({ signal }: Setup) {
  return signal === undefined ? {} : { signal };
}
