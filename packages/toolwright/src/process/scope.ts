import type { Readable } from "node:stream";
import type { ProcessScope, ProcessScopeOptions, SpawnOptions } from "../tool/process-contract.ts";
import { checkExecOptions } from "./check-arguments.ts";
import { endTrees } from "./end-trees.ts";
import type { HostGuard } from "./host-guard.ts";
import { createScopeTag } from "./owner-tag.ts";
import { drainMs, runToEnd } from "./run-to-end.ts";
import { createAbortError, settleWithin } from "./settle-within.ts";
import { startTree, type Tree } from "./tree.ts";

/** Opens a scope: everything started in it ends with it. `onClosed` is called when that is done. */
export function openProcessScope(guard: HostGuard, options: ProcessScopeOptions, onClosed: () => void): ProcessScope {
  const tag = createScopeTag(guard.marker);
  const trees = new Set<Tree>();
  const { signal, onActivity } = options;
  let started = false;
  let over = false;
  let closing: Promise<readonly number[]> | undefined;

  const start = (file: string, args: readonly string[], options: SpawnOptions): Tree => {
    if (over) throw endedError(`Cannot run "${file}"`);
    const tree = startTree(guard, tag.next(), { file, args, options }, (gone) => trees.delete(gone));
    started = true;
    trees.add(tree);
    if (onActivity !== undefined) {
      for (const stream of [tree.process.stdout, tree.process.stderr]) observe(stream, onActivity);
    }
    return tree;
  };
  const endedError = (what: string): Error =>
    signal?.aborted
      ? createAbortError(`${what}: the call was aborted.`, signal.reason)
      : createAbortError(`${what}: its scope was closed.`);
  const endAll = async (): Promise<readonly number[]> => {
    const ending = [...trees];
    const graceMs = Math.max(0, ...ending.map((tree) => tree.graceMs));
    // Once for the whole scope: also finds leftovers of commands that have long exited.
    const survivors = started
      ? await endTrees(
          ending.map((tree) => tree.process),
          tag.marker,
          graceMs,
        )
      : [];
    for (const tree of ending) tree.settle(survivors);
    await Promise.all(ending.flatMap((tree) => [release(tree.process.stdout), release(tree.process.stderr)]));
    return survivors;
  };
  const close = (): Promise<readonly number[]> => {
    signal?.removeEventListener("abort", onAbort);
    over = true;
    closing ??= endAll().then(
      (survivors) => {
        onClosed();
        return survivors;
      },
      (error: unknown) => {
        // To be retried, at the latest when the runner closes.
        closing = undefined;
        throw error;
      },
    );
    return closing;
  };
  // The caller that closes the scope gets the error; an abort has no one to report it to.
  const onAbort = (): void => void close().catch(() => {});
  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted) onAbort();

  return {
    spawn(file, args, options = {}) {
      const tree = start(file, args, options);
      const { pid, stdin, stdout, stderr, exit } = tree.process;
      return { pid, stdin, stdout, stderr, exit, kill: () => tree.end(), memory: () => tree.memory() };
    },
    async exec(file, args, options = {}) {
      checkExecOptions(options);
      const tree = start(file, args, { ...options, stdin: options.input === undefined ? "ignore" : "pipe" });
      try {
        const result = await runToEnd(tree, options);
        if (!over) return result;
      } catch (error) {
        if (!over) throw error;
      }
      // A listener of the abort may rely on the tree being gone.
      await close();
      throw endedError(`"${file}" was ended`);
    },
    close,
  };
}

/** Reports every chunk that arrives, without taking it from the reader of the stream. */
function observe(stream: Readable, onActivity: () => void): void {
  const push = stream.push.bind(stream);
  stream.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk !== null) notify(onActivity);
    return push(chunk, encoding);
  };
}

// A throwing listener must not break the stream it only observes.
function notify(onActivity: () => void): void {
  try {
    onActivity();
  } catch {
    // Its owner was notified of the activity; the rest is its own problem.
  }
}

/** A pipe still held by a process beyond our reach is given up, or its reader would wait forever. */
async function release(stream: Readable): Promise<void> {
  if (stream.closed) return;
  const closed = new Promise((resolve) => stream.once("close", resolve));
  await settleWithin(closed, drainMs);
  stream.destroy();
}
