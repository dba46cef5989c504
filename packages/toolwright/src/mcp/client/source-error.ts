/** What kept the tools of a server from being had. */
export type ToolSourceErrorCode = "invalid_options" | "start_failed" | "start_timed_out" | "aborted";

/** Why the tools of a server could not be had. The message holds no secret and says what to do. */
export class ToolSourceError extends Error {
  override readonly name = "ToolSourceError";
  readonly code: ToolSourceErrorCode;

  constructor(code: ToolSourceErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
