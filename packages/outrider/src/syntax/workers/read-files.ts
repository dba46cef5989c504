import { encodeRecord } from "../table/file-record.ts";
import { failedRecord } from "./failed-record.ts";
import { type FileToRead, type ReadFile, noStamp, unreadHash } from "./messages.ts";
import { WorkerLostError } from "../../workspace/threads/open-thread-pool.ts";
import type { ParserPool } from "./open-parser-pool.ts";
import type { ParseBudget } from "./parse-budget.ts";

export interface ReadFilesOptions {
  readonly root: string;
  readonly signal: AbortSignal;
  readonly urgent?: boolean;
  /** Multiple of the usual time limit for parsing. Default: 1. */
  readonly limitFactor?: number | undefined;
  /** What slow files may cost the project. Default: any time. */
  readonly budget?: ParseBudget | undefined;
  readonly onFile: (file: ReadFile) => void;
}

/** Reads files in a thread. A file that crashes its thread is recorded as such, and the others are still read. */
export async function readFiles(
  pool: ParserPool,
  files: readonly FileToRead[],
  options: ReadFilesOptions,
): Promise<void> {
  const { root, signal, urgent = false, limitFactor = 1, budget, onFile } = options;
  let left = files;
  while (left.length > 0) {
    let done = 0;
    try {
      await pool.run(
        { kind: "read", root, files: left, limitFactor, slowMs: budget?.leftMs },
        {
          signal,
          urgent,
          ...(budget === undefined || budget.state === "left" ? {} : { silenceMs: shortSilenceMs }),
          onReply(reply) {
            if (reply.kind !== "file") return;
            done += 1;
            budget?.charge(reply.file.slowMs);
            onFile(reply.file);
          },
        },
      );
      return;
    } catch (error) {
      const culprit = left[done];
      if (!(error instanceof WorkerLostError) || culprit === undefined) throw error;
      budget?.chargeLost();
      onFile(failedFile(culprit.path));
      left = left.slice(done + 1);
    }
  }
}

/** Some texts hang where no limit is checked. Where slow files have used up their time, they are ended earlier. */
const shortSilenceMs = 10_000;

function failedFile(path: string): ReadFile {
  return { path, stamp: noStamp, hash: unreadHash, record: encodeRecord(failedRecord), slowMs: 0 };
}
