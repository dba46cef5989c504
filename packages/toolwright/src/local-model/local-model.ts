import { type Model, ModelError, type ModelEvent, type ModelRequest } from "../agent/model/model.ts";
import { type Deferred, deferred } from "../tool/deferred.ts";
import type { JsonObject } from "../tool/schema.ts";
import type { LlamaAnswerOptions, LlamaChat, LlamaChatItem, LlamaGrammars } from "./llama-chat.ts";
import { writeChat } from "./write-chat.ts";
import { readAnswer, readSaid, writeAnswerGrammar } from "./written-answer.ts";

/** A model that runs in this process. */
export interface LocalModelOptions {
  /** What `await getLlama()` of `node-llama-cpp` returned. */
  readonly llama: LlamaGrammars;
  /** `new LlamaChat({ contextSequence: context.getSequence() })`. It stays yours, and nobody else may use it meanwhile. */
  readonly chat: LlamaChat;
  /** Names the model in logs and in the table of prices. Default: "local/llama". */
  readonly id?: string;
  /** Passed on as it is, such as `temperature` or `topP`. */
  readonly call?: JsonObject;
}

/** An answer that has less room than this is not begun. */
const leastTokens = 32;

/**
 * Makes a model of one that `node-llama-cpp` has loaded. With tools, a grammar leaves it the choice between a text and a call whose
 * input fits the tool, so that models work that were never trained to call tools. It writes one answer after the other.
 */
export function createLocalModel({ llama, chat, id = "local/llama", call = {} }: LocalModelOptions): Model {
  const grammars = new Map<string, Promise<object>>();
  let turn: Promise<void> = Promise.resolve();
  /** Resolves whenever something more has been written, for those who wait for their turn. */
  let progress: Deferred<void> = deferred();

  function grammarOf({ tools }: ModelRequest): Promise<object> {
    const text = writeAnswerGrammar(tools);
    const known = grammars.get(text) ?? llama.createGrammar({ grammar: text });
    grammars.set(text, known);
    return known;
  }

  /** The answers in front are being written, so that this one is not silent while it waits for them. */
  async function* untilFree(before: Promise<void>): AsyncGenerator<ModelEvent, void, undefined> {
    let isFree = false;
    void before.then(() => (isFree = true));
    for (;;) {
      await Promise.race([before, progress.promise]);
      if (isFree) return;
      yield { type: "text", delta: "" };
    }
  }

  return {
    id,
    async *stream(request, signal): AsyncGenerator<ModelEvent, void, undefined> {
      const before = turn;
      const mine = deferred();
      turn = before.then(() => mine.promise);
      try {
        yield* untilFree(before);
        signal.throwIfAborted();
        const history = writeChat(request);
        const input = countTokens(chat, history);
        const room = Math.min(request.maxOutputTokens, chat.sequence.contextSize - input);
        if (room < leastTokens) {
          const size = `${input} of ${chat.sequence.contextSize} tokens`;
          throw new ModelError("overflow", `The prompt is too long for the context of the model: ${size}.`);
        }
        const isForced = request.tools.length > 0;
        const options = {
          ...call,
          ...(isForced ? { grammar: await grammarOf(request) } : {}),
          maxTokens: room,
          signal,
        };
        for await (const event of generate(chat, history, options, { isForced, input })) {
          progress.resolve();
          progress = deferred();
          yield event;
        }
      } finally {
        mine.resolve();
      }
    },
  };
}

async function* generate(
  chat: LlamaChat,
  history: LlamaChatItem[],
  options: LlamaAnswerOptions,
  { isForced, input }: { readonly isForced: boolean; readonly input: number },
): AsyncGenerator<ModelEvent, void, undefined> {
  const { tokenMeter } = chat.sequence;
  const before = { input: tokenMeter.usedInputTokens, output: tokenMeter.usedOutputTokens };
  let written = "";
  let said = "";
  let isOver = false;
  let wake: Deferred<void> = deferred();
  const stop = new AbortController();
  const withText: LlamaAnswerOptions = {
    ...options,
    signal: options.signal === undefined ? stop.signal : AbortSignal.any([options.signal, stop.signal]),
    onTextChunk(text) {
      written += text;
      wake.resolve();
    },
  };
  // The library says what these options are; importing its types would make it a dependency.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const answered = chat.generateResponse(history, withText as never).finally(() => {
    isOver = true;
    wake.resolve();
  });
  try {
    for (;;) {
      await wake.promise;
      wake = deferred();
      if (isOver) break;
      const now = (isForced ? readSaid(written) : written) ?? "";
      // Nothing new to read is a sign of work all the same: a call is being written.
      yield { type: "text", delta: now.slice(said.length) };
      said = now;
    }
  } finally {
    // A reader that leaves early has no use for the rest. The next answer begins when this one has left the context alone.
    stop.abort();
    await answered.catch(() => {});
  }
  const { response, metadata } = await answered;
  const content = isForced ? readAnswer(response) : readPlain(response);
  const [first] = content;
  if (first?.type === "text" && first.text.length > said.length)
    yield { type: "text", delta: first.text.slice(said.length) };
  const finish = metadata.stopReason === "maxTokens" ? "length" : first?.type === "call" ? "calls" : "stop";
  const fresh = tokenMeter.usedInputTokens - before.input;
  const output = tokenMeter.usedOutputTokens - before.output;
  const usage = { input, cacheRead: Math.max(0, input - fresh), cacheWrite: 0, output };
  yield { type: "finish", content, finish, usage };
}

function readPlain(text: string) {
  return text === "" ? [] : [{ type: "text", text } as const];
}

function countTokens(chat: LlamaChat, history: LlamaChatItem[]): number {
  return chat.chatWrapper.generateContextState({ chatHistory: history }).contextText.tokenize(chat.model.tokenizer)
    .length;
}
