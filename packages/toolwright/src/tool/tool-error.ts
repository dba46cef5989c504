import type { JsonObject } from "./schema.ts";

/** The call that would help next: a tool of the same registry and its arguments. */
export interface NextCall {
  readonly tool: string;
  readonly input: JsonObject;
}

/** A suggested step by name; the kernel's `nextSteps` maps it to a tool call. For shared code that must not name tools. */
export interface NextStep {
  readonly step: string;
  readonly input: JsonObject;
}

/** What the model is told when a call fails, for any reason. */
export interface ErrorReport {
  readonly code: string;
  readonly message: string;
  /** True if the same call may succeed later without a change. */
  readonly retryable: boolean;
  readonly next?: NextCall;
}

const marker: unique symbol = Symbol.for("toolwright.tool-error");

/** A failure the model can act on. Its message is written for the model and is shown as is. */
export class ToolError extends Error {
  override readonly name = "ToolError";
  readonly [marker] = true;
  readonly code: string;
  readonly retryable: boolean;
  readonly next: NextCall | NextStep | undefined;

  constructor(
    code: string,
    message: string,
    options: { readonly retryable?: boolean; readonly next?: NextCall | NextStep; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.next = options.next;
  }
}

/** Recognises a ToolError even if two copies of this package are loaded. */
export function isToolError(error: unknown): error is ToolError {
  return error instanceof Error && marker in error;
}

/** The system error code, such as ENOENT. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
