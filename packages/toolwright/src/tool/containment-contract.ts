/** Keeps what a handler lets slip (stray rejections, throwing timers, process.exit) inside its call. */
export interface HandlerContainment {
  /** Runs `work` so that whatever it lets slip later is handed to `onStray` instead of ending the process. */
  run<Result>(onStray: (error: unknown) => void, work: () => Result): Result;
  close(): void;
}
