import type { JsonSchema } from "../../tool/schema.ts";
import type { FinishReason, ResponsePart, TokenUsage, UserPart } from "../log/entries.ts";

/** A tool as a model is told of it. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** A result on its way to a model. */
export interface ModelResult {
  readonly callId: string;
  readonly tool: string;
  readonly text: string;
  readonly isError: boolean;
}

/** A message of the history, in no provider's form. */
export type ModelMessage =
  | { readonly role: "user"; readonly content: readonly UserPart[] }
  | { readonly role: "assistant"; readonly content: readonly ResponsePart[] }
  /** Every result of one turn, in the order of its calls. */
  | { readonly role: "tool"; readonly results: readonly ModelResult[] };

/** What a model is asked. */
export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  readonly maxOutputTokens: number;
  /** "none": the answer must be without calls. Default: the model may call what it likes. */
  readonly toolChoice?: "none";
}

/**
 * What a model says while it answers, and at the end the whole answer. A stream without a `finish` was cut off. An empty delta says
 * that the model is at work, for example on the arguments of a call; a model that yields nothing for too long counts as stalled.
 */
export type ModelEvent =
  | { readonly type: "text" | "reasoning"; readonly delta: string }
  | {
      readonly type: "finish";
      readonly content: readonly ResponsePart[];
      readonly finish: FinishReason;
      /** Undefined if the provider does not tell. */
      readonly usage: TokenUsage | undefined;
    };

/** A language model of any provider. Failures are thrown, as a `ModelError` if it is known what to do about them. */
export interface Model {
  /** Names it in logs and in the table of prices, such as "anthropic/claude-sonnet-4-5". */
  readonly id: string;
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

/** What went wrong with a model call, by what can be done about it. */
export type ModelErrorKind =
  /** Too many requests, an overload or a fault of the provider: the same request may succeed later. */
  | "busy"
  /** The answer ended in the middle. */
  | "interrupted"
  /** Nobody answers at the other end. */
  | "offline"
  /** The history is longer than the model can read. */
  | "overflow"
  /** The provider does not accept the request, and never will. */
  | "rejected";

const marker: unique symbol = Symbol.for("toolwright.model-error");

/** A failed model call. */
export class ModelError extends Error {
  override readonly name = "ModelError";
  readonly [marker] = true;
  readonly kind: ModelErrorKind;
  /** How long the provider wants us to wait. */
  readonly retryAfterMs: number | undefined;
  /** Of the provider's answer, by HTTP. */
  readonly httpStatus: number | undefined;

  constructor(
    kind: ModelErrorKind,
    message: string,
    options: {
      readonly retryAfterMs?: number | undefined;
      readonly httpStatus?: number | undefined;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
    this.httpStatus = options.httpStatus;
  }
}

/** Recognises it even if two copies of this package are loaded. */
export function isModelError(error: unknown): error is ModelError {
  return error instanceof Error && marker in error;
}
