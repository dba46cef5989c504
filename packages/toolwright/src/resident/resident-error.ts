/**
 * Why there is no resident process to speak to, or no longer.
 *
 * - `unsafe_place`     the directory, the socket or the token is not a private one of this user
 * - `foreign_service`  something else answers at the socket, or it does not know the token
 * - `not_answering`    it takes connections and says nothing: it was stopped, or hangs
 * - `other_version`    another version is at work, and has work to do
 * - `not_started`      the process could not be started, or did not answer in time
 * - `already_running`  there is one, so that this process must not become another
 * - `lost`             the connection broke; what was asked for may have happened or not
 * - `bad_message`      the other side sent something that is no message, or one that is too large
 */
export type ResidentErrorCode =
  | "unsafe_place"
  | "foreign_service"
  | "not_answering"
  | "other_version"
  | "not_started"
  | "already_running"
  | "lost"
  | "bad_message";

/** A failure around a resident process; its message says what to do. */
export class ResidentError extends Error {
  override readonly name = "ResidentError";
  readonly code: ResidentErrorCode;

  constructor(code: ResidentErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
