import { maxDelayMs } from "../tool/call-context.ts";
import { deferred } from "../tool/deferred.ts";
import type { ExecOptions, ExecResult, ExitInfo } from "../tool/process-contract.ts";
import { collectOutput } from "./collect-output.ts";
import { settleWithin } from "./settle-within.ts";
import type { Tree } from "./tree.ts";

/** Runs a command to its end, or to its time limit, and returns what it printed. Nothing of its group survives. */
export async function runToEnd(tree: Tree, options: ExecOptions): Promise<ExecResult> {
  const startedAt = performance.now();
  const maxBytes = Math.min(options.maxOutputBytes ?? defaultMaxOutputBytes, Number.MAX_SAFE_INTEGER);
  const broken = createFailure();
  const reporter = (stream: "stdout" | "stderr"): ((text: string) => void) | undefined => {
    const { onOutput } = options;
    return onOutput && ((text) => broken.guard(() => onOutput(text, stream)));
  };
  const stdout = collectOutput(tree.process.stdout, maxBytes, reporter("stdout"));
  const stderr = collectOutput(tree.process.stderr, maxBytes, reporter("stderr"));
  tree.process.stdin?.end(options.input);
  const limit = startLimit(options.timeoutMs);
  try {
    const timedOut = await Promise.race([endOf(tree), limit.passed, broken.failed]);
    const survivors = timedOut ? await tree.end() : [];
    await settleWithin(Promise.all([stdout.ended, stderr.ended]), drainMs);
    // On a busy machine the time may be over before what waits in the pipes has been read: timers come first in a round.
    for (let round = 0; round < 2; round += 1) await new Promise((resolve) => setImmediate(resolve));
    const left = !timedOut && tree.isLive() ? await tree.end() : survivors;
    const exit = (await settleWithin(tree.process.exit, drainMs)) ?? unknownExit;
    return {
      ...exit,
      stdout: stdout.finish(),
      stderr: stderr.finish(),
      timedOut,
      durationMs: performance.now() - startedAt,
      survivors: left,
    };
  } catch (error) {
    await tree.end();
    throw error;
  } finally {
    limit.clear();
    for (const stream of [tree.process.stdin, tree.process.stdout, tree.process.stderr]) stream?.destroy();
  }
}

const defaultMaxOutputBytes = 1024 * 1024;

/** How long pipes may stay open after the exit: a descendant can hold them forever. */
export const drainMs = 250;

/** For a process that the system did not let die. */
const unknownExit: ExitInfo = { exitCode: null, signal: null };

// Ending from outside counts too: a leader that cannot die must not block its caller.
async function endOf(tree: Tree): Promise<false> {
  await Promise.race([tree.process.exit, tree.ended]);
  return false;
}

/** A throwing callback ends the command, and its error goes to the caller. */
function createFailure(): { readonly failed: Promise<never>; guard(work: () => void): void } {
  const { promise: failed, reject: fail } = deferred<never>();
  failed.catch(() => {});
  return {
    failed,
    guard(work) {
      try {
        work();
      } catch (error) {
        fail(error);
      }
    },
  };
}

function startLimit(timeoutMs: number | undefined): { readonly passed: Promise<true>; clear(): void } {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<true>((resolve) => {
    if (timeoutMs === undefined || timeoutMs === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(() => resolve(true), Math.min(timeoutMs, maxDelayMs));
  });
  return { passed, clear: () => clearTimeout(timer) };
}
