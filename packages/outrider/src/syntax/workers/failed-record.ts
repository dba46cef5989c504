import type { FileRecord } from "../table/file-record.ts";

/** The record of a file that crashed its parser thread. */
export const failedRecord: FileRecord = {
  language: "",
  broken: true,
  note: "the parser failed on it",
  symbols: [],
  words: new Uint32Array(),
};
