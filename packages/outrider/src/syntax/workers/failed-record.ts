import type { FileRecord } from "../table/file-record.ts";

/** Stands for a file that ended the thread that parsed it. */
export const failedRecord: FileRecord = {
  language: "",
  broken: true,
  note: "the parser failed on it",
  symbols: [],
  words: new Uint32Array(),
};
