import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Agent, run as runAgent, RunState, setTracingDisabled, tool, Usage } from "@openai/agents";
import * as z from "zod";
import { type Contestant, question, type RunEnd, type Script, type Setup, type ToolSpec } from "../contestant.ts";

setTracingDisabled(true);

/** Approvals by its RunState, stored as text in between; what survives the process by a session in a file. */
export const openaiAgents: Contestant = {
  tokenLimit: "none",
  run: async (setup) => await stream(setup, question),
  async approve(setup, answers) {
    const agent = openAgent(setup);
    const asked: any = await runAgent(agent, question);
    const state: any = await RunState.fromString(agent, asked.state.toString());
    const waiting: any[] = state.getInterruptions();
    for (const [id, isApproved] of answers) {
      const item = waiting.find(({ rawItem }) => rawItem.callId === id);
      if (isApproved) state.approve(item);
      else state.reject(item);
    }
    return await stream(setup, state, agent);
  },
  async resume(setup) {
    const isKnown =
      existsSync(fileOf(setup)) && (JSON.parse(readFileSync(fileOf(setup), "utf8")) as unknown[]).length > 0;
    return await stream(setup, isKnown ? [] : question);
  },
};

async function stream(setup: Setup, input: unknown, agent: any = openAgent(setup)): Promise<RunEnd> {
  const { signal, maxTurns, directory } = setup;
  const result: any = await runAgent(
    agent,
    input as any,
    {
      stream: true,
      maxTurns,
      ...(signal === undefined ? {} : { signal }),
      ...(directory === undefined ? {} : { session: openSession(fileOf(setup)) }),
    } as any,
  );
  for await (const _event of result) {
    // Read to its end.
  }
  await result.completed;
  if (result.error) throw result.error;
  if (signal?.aborted === true) return { ended: "stopped", words: "the stream ended" };
  return { ended: "done", words: `final output ${JSON.stringify(result.finalOutput)}` };
}

function openAgent({ script, tools, maxOutputTokens }: Setup): any {
  return new Agent({
    name: "bench",
    model: scriptedModel(script),
    tools: tools.map(makeTool),
    ...(maxOutputTokens === undefined ? {} : { modelSettings: { maxTokens: maxOutputTokens } }),
  });
}

function makeTool({ name, needsApproval, timeoutMs, run }: ToolSpec): any {
  return tool({
    name,
    description: `Does ${name}.`,
    parameters: z.object({ name: z.string() }),
    needsApproval: needsApproval === true,
    execute: async (input: { name: string }, _context: unknown, details: any) => await run(input, details?.signal),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

function scriptedModel(script: Script): any {
  const ask = (items: any) => {
    const list: any[] = typeof items === "string" ? [] : items;
    const isAnswer = (item: any): boolean => item?.type === "function_call" || item?.role === "assistant";
    const answered = list.filter((item, index) => isAnswer(item) && !isAnswer(list[index - 1])).length;
    const results = list
      .filter(({ type }) => type === "function_call_result")
      .map(({ callId, output }) => ({ id: callId, text: JSON.stringify(output) }));
    const inputTokens = Math.ceil(JSON.stringify(items).length / 4);
    const turn = script.next(answered, results, inputTokens);
    const outputTokens = turn.outputTokens ?? 20;
    const output = [
      ...(turn.text === undefined ? [] : [writeText(turn.text)]),
      ...(turn.calls ?? []).map(({ id, tool: name, input }) => ({
        type: "function_call",
        callId: id,
        name,
        arguments: input,
        status: "completed",
      })),
    ];
    const usage = { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens };
    return { turn, output, usage };
  };
  return {
    async getResponse({ input }: any) {
      const { turn, output, usage } = ask(input);
      if (turn.cut !== undefined) throw new Error("socket closed");
      return { usage: new Usage(usage), output };
    },
    async *getStreamedResponse({ input }: any) {
      const { turn, output, usage } = ask(input);
      yield { type: "response_started" };
      if (turn.cut === "with an error") throw new TypeError("terminated");
      if (turn.cut === "silently") return;
      yield { type: "response_done", response: { id: `r${Math.random()}`, usage, output } };
    },
  };
}

function writeText(text: string) {
  return { type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text }] };
}

function openSession(file: string): any {
  const read = (): unknown[] => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : []);
  const write = (items: readonly unknown[]): void => writeFileSync(file, JSON.stringify(items));
  return {
    getSessionId: async () => "t",
    getItems: async (limit?: number) => (limit === undefined ? read() : read().slice(-limit)),
    addItems: async (items: readonly unknown[]) => write([...read(), ...items]),
    popItem: async () => {
      const items = read();
      const last = items.pop();
      write(items);
      return last;
    },
    clearSession: async () => write([]),
  };
}

function fileOf({ directory = "" }: Setup): string {
  return join(directory, "session.json");
}
