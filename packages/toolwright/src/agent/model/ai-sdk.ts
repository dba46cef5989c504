import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import { AnswerParts } from "./ai-sdk-answer.ts";
import { readModelError } from "./ai-sdk-errors.ts";
import { type FileFilter, writePrompt } from "./ai-sdk-prompt.ts";
import type { Model } from "./model.ts";

/** A language model of any AI SDK provider, by its shape: specification v3 or v4. */
export interface AiSdkModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  readonly doStream: (options: never) => PromiseLike<{ readonly stream: ReadableStream<unknown> }>;
}

/** What is passed on to the provider as it is, such as `temperature` or `providerOptions`. */
export interface AiSdkSettings {
  /** Names the model in the table of prices. Default: provider and model, "anthropic/claude-sonnet-4-5". */
  readonly id?: string;
  readonly call?: JsonObject;
}

/** Makes a model from what an AI SDK provider returns, such as `anthropic("claude-sonnet-4-5")`. */
export function fromAiSdk(source: AiSdkModel, { id, call = {} }: AiSdkSettings = {}): Model {
  const { specificationVersion, provider, modelId } = source;
  if (specificationVersion !== "v3" && specificationVersion !== "v4") {
    throw new TypeError(`The model ${modelId} has specification ${specificationVersion}; v3 and v4 are known here.`);
  }
  // Providers name each of their interfaces: "anthropic.messages", "openai.responses".
  const [family = provider] = provider.split(".");

  return {
    id: id ?? `${family}/${modelId}`,
    async *stream(request, signal) {
      const options = (reads: FileFilter) => ({
        ...call,
        ...writePrompt(request, specificationVersion, reads),
        maxOutputTokens: request.maxOutputTokens,
        abortSignal: signal,
      });
      // An error in the stream is the provider's word; one that the stream throws is a connection that broke.
      let accepted = false;
      let began = false;
      try {
        const { stream } = await askReadable(source, options);
        accepted = true;
        const answer = new AnswerParts(request.maxOutputTokens);
        for await (const part of readStream(stream)) {
          if (!isJsonObject(part)) continue;
          if (part["type"] === "error") throw readModelError(part["error"], began, Date.now());
          began ||= part["type"] !== "stream-start";
          yield answer.add(part);
        }
      } catch (error) {
        throw readModelError(error, accepted, Date.now());
      }
    },
  };
}

/** A model as the loop asks it. What is none is refused here, since programs without types may pass anything. */
export function readModel(source: Model | AiSdkModel): Model {
  const given: unknown = source;
  if (isJsonObject(given) && typeof given["doStream"] === "function" && "doStream" in source) return fromAiSdk(source);
  if (
    isJsonObject(given) &&
    typeof given["stream"] === "function" &&
    typeof given["id"] === "string" &&
    "stream" in source
  ) {
    return source;
  }
  const got = typeof given === "string" ? JSON.stringify(given) : typeof given;
  throw new TypeError(
    `Expected a model: what an AI SDK provider returns, such as openai("gpt-4o"), or an object with \`id\` and \`stream\`; got ${got}.`,
  );
}

const fileFilters: readonly FileFilter[] = [() => true, (mimeType) => mimeType.startsWith("image/"), () => false];

/** Clients refuse a file that their model does not read before anything is sent. One of them must not end the conversation for good. */
async function askReadable(source: AiSdkModel, write: (reads: FileFilter) => JsonObject) {
  let refusal: unknown;
  for (const reads of fileFilters) {
    try {
      // The specification says what these options are; importing its types would make it a dependency.
      // oxlint-disable-next-line typescript/consistent-type-assertions
      return await source.doStream(write(reads) as never);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== "AI_UnsupportedFunctionalityError") throw error;
      refusal = error;
    }
  }
  throw refusal;
}

/** Not every runtime can iterate a stream. One that its reader leaves early is cancelled, which closes the connection. */
async function* readStream(stream: ReadableStream<unknown>): AsyncGenerator<unknown, void, undefined> {
  const reader = stream.getReader();
  let isOver = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isOver = done;
      if (done) return;
      yield value;
    }
  } finally {
    // Not awaited: a stream that its client has split is cancelled only when both halves are.
    if (!isOver) reader.cancel().catch(() => {});
  }
}
