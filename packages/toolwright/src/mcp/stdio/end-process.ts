import { constants } from "node:os";
import type { ServerDefinition } from "../define-server.ts";
import type { TakenStdout } from "./take-stdout.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** Clients kill what does not exit within a second or two. */
const closeMs = 600;
const exitMs = 850;

/** Waits for the client or a signal, then ends everything and exits, in time even where something hangs. */
export async function endProcess(
  gone: Promise<void>,
  { kernel, onFault }: ServerDefinition,
  stdout: TakenStdout,
  onClose: (() => unknown) | undefined,
): Promise<void> {
  const signal = await Promise.race([gone, nextSignal()]);
  // Whatever hangs below, the process does not outlive its client.
  const force = setTimeout(() => process.exit(exitCodeOf(signal)), exitMs);
  try {
    await kernel.close(closeMs);
    await onClose?.();
  } catch (error) {
    onFault(error);
  }
  clearTimeout(force);
  stdout.release();
  process.exit(exitCodeOf(signal));
}

function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of signals) process.once(signal, resolve);
  });
}

function exitCodeOf(signal: NodeJS.Signals | void): number {
  return signal === undefined ? 0 : 128 + constants.signals[signal];
}
