import { getHeapStatistics } from "node:v8";
import { parentPort, type TransferListItem } from "node:worker_threads";
import type { End, NumberedJob, NumberedReply } from "./open-thread-pool.ts";

export type SendReply<Reply> = (reply: Reply, transfer?: readonly TransferListItem[]) => void;

export interface AnswerOptions<Job> {
  /** Jobs without a waiting caller, so that neither success nor failure is reported. */
  readonly isSilent?: (job: Job) => boolean;
}

/** A thread's side of a pool: runs each job, sends its replies, and then that it is done. */
export function answerJobs<Job, Reply>(
  run: (job: Job, send: SendReply<Reply>) => Promise<void>,
  { isSilent = () => false }: AnswerOptions<Job> = {},
): void {
  parentPort?.on("message", ({ id, job }: NumberedJob<Job>) => {
    const send = (reply: Reply | End, transfer: readonly TransferListItem[] = []): void =>
      parentPort?.postMessage({ id, reply } satisfies NumberedReply<Reply>, [...transfer]);
    run(job, send).then(
      () => {
        if (!isSilent(job)) send({ kind: "done", heldBytes: heldBytes() });
      },
      (error: unknown) => {
        // The WebAssembly memory may be damaged: this thread ends, and the pool starts another.
        if (error instanceof RangeError || (error instanceof Error && error.name === "RuntimeError")) throw error;
        if (isSilent(job)) return;
        const message = error instanceof Error ? error.message : String(error);
        send({ kind: "failed", message, heldBytes: heldBytes() });
      },
    );
  });
}

/** What this thread has from the system: its heap, its buffers and its WebAssembly memory. */
function heldBytes(): number {
  const { total_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}
