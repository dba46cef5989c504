/** Why the tools of a server are not available. */
export type ToolSourceErrorCode = "invalid_options" | "start_failed" | "start_timed_out" | "aborted";

/** Why the tools of a server are not available. The message contains no secret and says what to do. */
export class ToolSourceError extends Error {
  override readonly name = "ToolSourceError";
  readonly code: ToolSourceErrorCode;

  constructor(code: ToolSourceErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
