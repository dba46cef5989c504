/** A `LlamaChat` of `node-llama-cpp`, by its shape. It knows its model, its context and the model's own chat template. */
export interface LlamaChat {
  readonly sequence: {
    readonly contextSize: number;
    readonly tokenMeter: { readonly usedInputTokens: number; readonly usedOutputTokens: number };
  };
  readonly model: { readonly tokenizer: unknown };
  readonly chatWrapper: {
    generateContextState(options: { chatHistory: LlamaChatItem[] }): {
      readonly contextText: { tokenize(tokenizer: unknown): readonly unknown[] };
    };
  };
  /** Is given `LlamaAnswerOptions`. */
  generateResponse(
    history: LlamaChatItem[],
    options: never,
  ): Promise<{ readonly response: string; readonly metadata: { readonly stopReason: string } }>;
}

/** What makes grammars: the `Llama` that `getLlama()` returns. */
export interface LlamaGrammars {
  createGrammar(options: { grammar: string }): Promise<object>;
}

/** A message as `node-llama-cpp` has it. */
export type LlamaChatItem = { type: "system" | "user"; text: string } | { type: "model"; response: string[] };

/** How an answer is written. */
export interface LlamaAnswerOptions {
  readonly grammar?: object;
  readonly maxTokens?: number;
  readonly signal?: AbortSignal;
  readonly onTextChunk?: (text: string) => void;
}
