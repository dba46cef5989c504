import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { createTrace, noteKernel } from "../agent/fixtures/notes.ts";
import { createAgent } from "../agent/create-agent.ts";
import type { ModelEvent, ModelRequest } from "../agent/model/model.ts";
import { parseGrammar, writeSentence } from "./gbnf.test-kit.ts";
import type { LlamaAnswerOptions, LlamaChat, LlamaChatItem, LlamaGrammars } from "./llama-chat.ts";
import { createLocalModel } from "./local-model.ts";
import { readAnswer, readSaid, writePart } from "./written-answer.ts";

class GivenGrammar {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const llama: LlamaGrammars = { createGrammar: async ({ grammar }) => new GivenGrammar(grammar) };

/** What stands in for the library: it writes what `write` says, a few characters at a time, and counts characters as tokens. */
function openChat(
  write: (grammar: string | undefined, history: readonly LlamaChatItem[]) => string,
  contextSize = 20_000,
) {
  const tokenMeter = { usedInputTokens: 0, usedOutputTokens: 0 };
  const histories: LlamaChatItem[][] = [];
  let running = 0;
  const chat: LlamaChat = {
    sequence: { contextSize, tokenMeter },
    model: { tokenizer: undefined },
    chatWrapper: {
      generateContextState: ({ chatHistory }) => ({
        contextText: { tokenize: () => Array.from(JSON.stringify(chatHistory)) },
      }),
    },
    async generateResponse(history, options: LlamaAnswerOptions) {
      const { grammar, maxTokens = Infinity, signal, onTextChunk } = options;
      running += 1;
      if (running > 1) throw new Error("Two answers at once.");
      try {
        histories.push(history);
        tokenMeter.usedInputTokens += 10;
        const whole = write(grammar instanceof GivenGrammar ? grammar.text : undefined, history);
        const response = whole.slice(0, maxTokens);
        for (const piece of response.match(/.{1,3}/gsu) ?? []) {
          await new Promise(setImmediate);
          signal?.throwIfAborted();
          tokenMeter.usedOutputTokens += 1;
          onTextChunk?.(piece);
        }
        return { response, metadata: { stopReason: whole.length > maxTokens ? "maxTokens" : "eogToken" } };
      } finally {
        running -= 1;
      }
    },
  };
  return { chat, histories };
}

const readNote = {
  name: "read_note",
  description: "Reads a note.",
  inputSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
} as const;
const request: ModelRequest = {
  system: "Be brief.",
  messages: [{ role: "user", content: [{ type: "text", text: "What is there?" }] }],
  tools: [readNote],
  maxOutputTokens: 100,
};

const characters = ["a", "u", "0", '"', "\\", "/", "\n", "\0", "{", "}", ":", "é", "🙂", "\ud800"];

describe("what a model has written", () => {
  test("is a text, a call, or what it is if it is neither", () => {
    expect(readAnswer('{"answer":"Say \\"hi\\" \\u00e9"}')).toEqual([{ type: "text", text: 'Say "hi" é' }]);
    expect(readAnswer('{"answer":""}')).toEqual([]);
    expect(readAnswer('{"tool":"read_note","input":{"name":"a"}}')).toEqual([
      { type: "call", callId: "", tool: "read_note", input: '{"name":"a"}' },
    ]);
    expect(readAnswer('{"tool":"read_note","input":{"na')).toMatchObject([{ tool: "read_note", input: '{"na' }]);
    expect(readAnswer("Hello.")).toEqual([{ type: "text", text: "Hello." }]);
    expect(readAnswer("")).toEqual([]);
  });

  test("goes back to it as it came, and is read piece by piece as it comes", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...characters), minLength: 1 }), (text) => {
        const written = writePart({ type: "text", text });
        expect(readAnswer(written)).toEqual([{ type: "text", text }]);
        let before = "";
        for (let end = 0; end <= written.length; end += 1) {
          const said = readSaid(written.slice(0, end)) ?? "";
          expect(said.startsWith(before)).toBe(true);
          before = said;
        }
        expect(before).toBe(text);
      }),
    );
  });
});

verifies("agent:local-grammar", "whatever the grammar lets a model write, its calls fit their tools", async () => {
  const statuses = new Map<string, number>();
  for (let seed = 1; seed <= 40; seed += 1) {
    const random = createRandom(seed);
    const { chat } = openChat(
      (grammar) => (grammar === undefined ? "A summary." : writeSentence(parseGrammar(grammar), random)),
      1_000_000,
    );
    const trace = createTrace();
    const agent = createAgent({
      model: createLocalModel({ llama, chat }),
      kernel: noteKernel(trace),
      limits: { turns: 5, toolMs: 10 },
    });
    const run = agent.run(`thread ${seed}`, "Do something.");
    for await (const event of run) {
      if (event.type === "call-end") statuses.set(event.status, (statuses.get(event.status) ?? 0) + 1);
      if (event.type === "asked") statuses.set("asked", (statuses.get("asked") ?? 0) + 1);
    }
    expect(["done", "stopped", "awaiting"]).toContain((await run.outcome).status);
  }
  expect(statuses.get("ok")).toBeGreaterThan(20);
  expect(Object.fromEntries(statuses)).not.toHaveProperty("invalid_input");
  expect(Object.fromEntries(statuses)).not.toHaveProperty("unknown_tool");
});

test("a text is streamed as it is written, with usage at its end", async () => {
  const { chat } = openChat(() => '{"answer":"There is milk."}');
  const events = await readAll(createLocalModel({ llama, chat }).stream(request, never()));
  const deltas = events.flatMap((event) => (event.type === "text" ? [event.delta] : []));
  expect(deltas.join("")).toBe("There is milk.");
  expect(deltas.length).toBeGreaterThan(3);
  expect(events.at(-1)).toMatchObject({ type: "finish", finish: "stop", usage: { output: 9 } });
});

test("the model reads tools, calls and results as text, and the same history has the same start", async () => {
  const { chat, histories } = openChat(() => '{"answer":"Milk."}');
  const model = createLocalModel({ llama, chat });
  await readAll(model.stream(request, never()));
  const call = { type: "call", callId: "c", tool: "read_note", input: '{"name":"a"}' } as const;
  const more: ModelRequest = {
    ...request,
    messages: [
      ...request.messages,
      { role: "assistant", content: [{ type: "reasoning", text: "Hm." }, call] },
      { role: "tool", results: [{ callId: "c", tool: "read_note", text: "Milk.", isError: false }] },
      { role: "user", content: [{ type: "file", mimeType: "image/png", data: "aGk=" }] },
    ],
  };
  await readAll(model.stream(more, never()));
  const [first = [], second = []] = histories;
  expect(second.slice(0, 2)).toEqual(first.slice(0, 2));
  expect(first[0]).toMatchObject({
    type: "system",
    text: expect.stringContaining('Reads a note.\n{"tool":"read_note","input":{"name":'),
  });
  expect(second.slice(2)).toEqual([
    { type: "model", response: ['{"tool":"read_note","input":{"name":"a"}}'] },
    {
      type: "user",
      text: 'Result of read_note: Milk.\nReply with {"answer":"…"} if that is enough.',
    },
    { type: "user", text: "[A file that cannot be shown: image/png]" },
    { type: "model", response: [] },
  ]);
});

test("without tools nothing is forced", async () => {
  const { chat } = openChat((grammar) => `Plain, ${grammar ?? "no grammar"}.`);
  const events = await readAll(createLocalModel({ llama, chat }).stream({ ...request, tools: [] }, never()));
  expect(events.at(-1)).toMatchObject({ content: [{ type: "text", text: "Plain, no grammar." }], finish: "stop" });
});

test("an answer that is cut off says so, and a prompt that leaves no room is an overflow", async () => {
  const { chat } = openChat(() => '{"tool":"read_note","input":{"name":"a long one"}}');
  const cut = await readAll(createLocalModel({ llama, chat }).stream({ ...request, maxOutputTokens: 40 }, never()));
  expect(cut.at(-1)).toMatchObject({ finish: "length", content: [{ type: "call", input: '{"name":"a l' }] });
  const small = openChat(() => "", 200).chat;
  await expect(readAll(createLocalModel({ llama, chat: small }).stream(request, never()))).rejects.toMatchObject({
    kind: "overflow",
  });
});

test("answers are written one after the other, and one that is cancelled lets the next one begin", async () => {
  const { chat } = openChat(() => `{"answer":"${"long ".repeat(200)}"}`);
  const model = createLocalModel({ llama, chat });
  const control = new AbortController();
  const first = readAll(model.stream(request, control.signal)).catch((error: unknown) => error);
  const others = Promise.all([1, 2].map(async () => await readAll(model.stream(request, never()))));
  control.abort(new Error("enough"));
  expect(await first).toEqual(new Error("enough"));
  for (const events of await others) expect(events.at(-1)).toMatchObject({ finish: "length" });
});

test("an answer that waits for another one is not silent, and one that is left is not written to its end", async () => {
  const { chat } = openChat(() => `{"answer":"${"long ".repeat(200)}"}`);
  const model = createLocalModel({ llama, chat });
  const first = model.stream({ ...request, maxOutputTokens: 1_000 }, never())[Symbol.asyncIterator]();
  const second = model.stream(request, never())[Symbol.asyncIterator]();
  await first.next();
  const waiting = second.next();
  await first.next();
  expect(await waiting).toEqual({ done: false, value: { type: "text", delta: "" } });
  await first.return?.();
  expect(chat.sequence.tokenMeter.usedOutputTokens).toBeLessThan(20);
  for (;;) {
    const { value } = await second.next();
    if (value?.type !== "finish") continue;
    expect(value).toMatchObject({ finish: "length" });
    return;
  }
});

async function readAll(events: AsyncIterable<ModelEvent>): Promise<readonly ModelEvent[]> {
  const all: ModelEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

function never(): AbortSignal {
  return new AbortController().signal;
}

/** The same numbers for the same seed. */
function createRandom(seed: number): () => number {
  let state = (seed * 2_654_435_761) % 2 ** 32;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
