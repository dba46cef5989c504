import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isStepCount, tool, ToolLoopAgent } from "ai";
import * as z from "zod";
import { type Contestant, question, type RunEnd, type Setup, type ToolSpec } from "../contestant.ts";
import { scriptedAiSdkModel } from "../scripted-model.ts";

const user = { role: "user", content: question };

/**
 * Approvals as docs/03-agents/06-tool-approvals has them, limits of tokens as 04-loop-control has them: a condition that is looked at
 * after each step. It keeps nothing by itself; here the messages are saved after each step.
 */
export const aiSdk: Contestant = {
  tokenLimit: "condition",
  run: async (setup) => await stream(setup, [user]),
  async approve(setup, answers) {
    const agent = openAgent(setup);
    const asked = await agent.generate({ messages: [user] });
    const requests: any[] = asked.content.filter((part: any) => part.type === "tool-approval-request");
    const responses = answers.flatMap(([id, approved]) =>
      requests
        .filter((request) => request.toolCall.toolCallId === id)
        .map(({ approvalId }) => ({ type: "tool-approval-response", approvalId, approved })),
    );
    return await stream(setup, [user, ...asked.responseMessages, { role: "tool", content: responses }]);
  },
  async resume(setup) {
    const file = fileOf(setup);
    return await stream(setup, existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [user]);
  },
};

async function stream(setup: Setup, messages: readonly unknown[]): Promise<RunEnd> {
  const { signal, directory, tools } = setup;
  const toolMs = tools.find(({ timeoutMs }) => timeoutMs !== undefined)?.timeoutMs;
  const errors: unknown[] = [];
  let isAborted = false;
  const result = await openAgent(setup).stream({
    messages,
    ...(signal === undefined ? {} : { abortSignal: signal }),
    ...(toolMs === undefined ? {} : { timeout: { toolMs } }),
    ...(directory === undefined
      ? {}
      : {
          onStepEnd: ({ response }: any) => writeFileSync(fileOf(setup), JSON.stringify([user, ...response.messages])),
        }),
  });
  for await (const part of result.fullStream) {
    if (part.type === "error") errors.push(part.error);
    if (part.type === "abort") isAborted = true;
  }
  if (errors.length > 0) return { ended: "failed", words: `error: ${String(errors[0])}` };
  if (isAborted) return { ended: "stopped", words: "abort" };
  const finish = await result.finishReason;
  return { ended: finish === "stop" ? "done" : "stopped", words: `finish reason ${finish}` };
}

function openAgent({ script, tools, maxTurns, maxOutputTokens, tokenLimit }: Setup): any {
  const isSpent = ({ steps }: any): boolean =>
    steps.reduce((sum: number, { usage }: any) => sum + usage.inputTokens + usage.outputTokens, 0) >=
    (tokenLimit ?? Infinity);
  const asking = tools.filter(({ needsApproval }) => needsApproval === true);
  return new ToolLoopAgent({
    model: scriptedAiSdkModel(script),
    tools: Object.fromEntries(tools.map((each) => [each.name, makeTool(each)])),
    stopWhen: [isStepCount(maxTurns), isSpent],
    toolApproval: Object.fromEntries(asking.map(({ name }) => [name, "user-approval"])),
    onError: () => {},
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
  });
}

function makeTool({ name, run }: ToolSpec): unknown {
  return tool({
    description: `Does ${name}.`,
    inputSchema: z.strictObject({ name: z.string() }),
    execute: async (input: { name: string }, { abortSignal }: { abortSignal?: AbortSignal }) =>
      await run(input, abortSignal),
  });
}

function fileOf({ directory = "" }: Setup): string {
  return join(directory, "messages.json");
}
