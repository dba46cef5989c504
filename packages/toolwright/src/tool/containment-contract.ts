/** Keeps what a handler lets slip (stray rejections, throwing timers, process.exit) inside its call. */
export interface HandlerContainment {
  /** Runs `work` so that whatever it lets slip later is handed to `onStray` instead of ending the process. */
  run<Result>(onStray: (error: unknown) => void, work: () => Result): Result;
  /**
   * Runs host code that a handler's call has reached (a progress listener, a log) outside the handler's containment, so
   * that its errors are not blamed on the handler.
   */
  runOutside<Result>(work: () => Result): Result;
  close(): void;
}
