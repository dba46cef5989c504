/** What a caller sees when its scope was aborted or closed: an Error named like the platform's own. */
export function createAbortError(message: string, cause?: unknown): Error {
  const error = new Error(message, cause === undefined ? undefined : { cause });
  error.name = "AbortError";
  return error;
}
