import { findThreadFile } from "../../workspace/threads/find-thread-file.ts";

/** The bundle of the thread that parses. */
export function findWorkerFile(): string {
  return findThreadFile("syntax/workers/parse-worker");
}
