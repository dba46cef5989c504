import type { Script, SeenResult, Turn } from "./contestant.ts";

/** The script as a model of the AI SDK, specification v4: what the AI SDK, Mastra and our loop take alike. */
export function scriptedAiSdkModel(script: Script) {
  const ask = (prompt: readonly Message[]): { readonly turn: Turn; readonly usage: object } => {
    const inputTokens = Math.ceil(JSON.stringify(prompt).length / 4);
    const answered = prompt.filter(({ role }) => role === "assistant").length;
    const turn = script.next(answered, prompt.flatMap(readResults), inputTokens);
    const output = turn.outputTokens ?? 20;
    return {
      turn,
      usage: {
        inputTokens: { total: inputTokens, noCache: inputTokens, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: output, text: output, reasoning: 0 },
      },
    };
  };
  return {
    specificationVersion: "v4",
    provider: "bench",
    modelId: "scripted",
    supportedUrls: {},
    async doGenerate({ prompt }: { readonly prompt: readonly Message[] }) {
      const { turn, usage } = ask(prompt);
      if (turn.cut !== undefined) throw new Error("socket closed");
      const text = turn.text === undefined ? [] : [{ type: "text", text: turn.text }];
      return {
        content: [...text, ...(turn.calls ?? []).map(writeCall)],
        finishReason: finishOf(turn),
        usage,
        warnings: [],
      };
    },
    async doStream({ prompt }: { readonly prompt: readonly Message[] }) {
      const { turn, usage } = ask(prompt);
      const parts = streamParts(turn, usage);
      return {
        stream: new ReadableStream<unknown>({
          start(controller) {
            for (const part of parts) controller.enqueue(part);
            if (turn.cut === "with an error") controller.error(new TypeError("terminated"));
            else controller.close();
          },
        }),
      };
    },
  };
}

interface Message {
  readonly role: string;
  readonly content: unknown;
}

function readResults({ role, content }: Message): readonly SeenResult[] {
  if (role !== "tool" || !Array.isArray(content)) return [];
  return content.flatMap((part) =>
    part.type === "tool-result" ? [{ id: part.toolCallId, text: JSON.stringify(part.output) }] : [],
  );
}

function streamParts(turn: Turn, usage: object): readonly object[] {
  const { text, calls = [], cut } = turn;
  const start = { type: "stream-start", warnings: [] };
  const said =
    text === undefined
      ? []
      : [
          { type: "text-start", id: "t" },
          { type: "text-delta", id: "t", delta: text },
          { type: "text-end", id: "t" },
        ];
  const called = calls.flatMap((call) => {
    const begun = [
      { type: "tool-input-start", id: call.id, toolName: call.tool },
      { type: "tool-input-delta", id: call.id, delta: call.input },
    ];
    return cut !== undefined ? begun : [...begun, { type: "tool-input-end", id: call.id }, writeCall(call)];
  });
  const end = cut !== undefined ? [] : [{ type: "finish", finishReason: finishOf(turn), usage }];
  return [start, ...said, ...called, ...end];
}

function writeCall({ id, tool, input }: NonNullable<Turn["calls"]>[number]) {
  return { type: "tool-call", toolCallId: id, toolName: tool, input };
}

function finishOf({ calls = [] }: Turn) {
  const unified = calls.length > 0 ? "tool-calls" : "stop";
  return { unified, raw: unified };
}
