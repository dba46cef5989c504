import type { Span } from "../../languages/language.ts";
import type { FileStamp } from "../../workspace/freshness/file-table.ts";
import type { TextParts } from "../extract/text-parts.ts";
import type { ListAnswer, ListQuestion } from "../signatures/signature-lists.ts";
import type { EditCheck, EditQuestion } from "../edit-check.ts";
import type { ModuleFacts } from "../../languages/modules/module-facts.ts";
import type { WantedNames } from "../references/find-occurrences.ts";
import type { Occurrences } from "../references/occurrence.ts";

/** A request from the main thread to a worker. One job at a time. */
export type ParseJob =
  | {
      readonly kind: "read";
      readonly root: string;
      readonly files: readonly FileToRead[];
      /** Multiple of the usual time limit for parsing. Default: 1. */
      readonly limitFactor?: number | undefined;
      /** What slow files may still cost; negative when that is overdrawn. Default: any time. */
      readonly slowMs?: number | undefined;
    }
  | {
      readonly kind: "parse";
      readonly file: string;
      readonly text: string;
      /** As in "read". */
      readonly limitFactor?: number | undefined;
    }
  | { readonly kind: "check"; readonly edit: EditQuestion }
  /** Comments and multi-line strings of a text. */
  | { readonly kind: "parts"; readonly file: string; readonly text: string }
  /** Parameters and arguments in a text. */
  | { readonly kind: "lists"; readonly question: ListQuestion }
  /** The imports, exports and uses of a text. */
  | { readonly kind: "module"; readonly file: string; readonly text: string }
  /** Prepares for a language; there is no reply. */
  | { readonly kind: "warm"; readonly directory: string }
  | {
      readonly kind: "occurrences";
      readonly root: string;
      readonly files: readonly string[];
      readonly names: WantedNames;
    };

export interface FileToRead {
  readonly path: string;
  /** Hash of the known content: if it is unchanged, it is not parsed again. */
  readonly hash?: string | undefined;
}

/** The note of a file whose text is known but whose symbols are not, since parsing it timed out. */
export const tookTooLong = "took too long";

/** Used instead of the hash of unread content: no content has it. */
export const unreadHash = "0".repeat(32);

/** Used instead of a stamp: no file on disk has it, so what is stored under it is re-read after a restart. */
export const noStamp: FileStamp = { size: -1, mtimeMs: 0, ctimeMs: 0, ino: 0 };

/** A file of a "read" job: its declarations as an encoded record. */
export interface ReadFile {
  readonly path: string;
  /** Undefined if the file does not exist. */
  readonly stamp: FileStamp | undefined;
  readonly hash: string;
  /** Undefined if the content is the known one. */
  readonly record: Uint8Array | undefined;
  /** Parsing it timed out: the record contains only the words of its text. */
  readonly timedOut?: true;
  /** What it took beyond ordinary code of its size. */
  readonly slowMs: number;
}

/** Sent for each file or answer as it becomes ready. */
export type Reply =
  | { readonly kind: "file"; readonly file: ReadFile }
  | {
      readonly kind: "parsed";
      readonly record: Uint8Array;
      readonly imports: readonly Span[];
      readonly slowMs: number;
    }
  | { readonly kind: "checked"; readonly check: EditCheck | undefined }
  /** Sent for every file, so that the replies tell which one crashed a thread. */
  | { readonly kind: "occurrences"; readonly found: Occurrences | undefined }
  | { readonly kind: "parts"; readonly parts: TextParts }
  | { readonly kind: "lists"; readonly answer: ListAnswer | undefined }
  | { readonly kind: "module"; readonly facts: ModuleFacts | undefined };
