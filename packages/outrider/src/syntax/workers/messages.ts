import type { Span } from "../../languages/language.ts";
import type { FileStamp } from "../../workspace/freshness/file-table.ts";
import type { TextParts } from "../extract/text-parts.ts";
import type { EditCheck, EditQuestion } from "../edit-check.ts";
import type { ModuleFacts } from "../../languages/modules/module-facts.ts";
import type { WantedNames } from "../references/find-occurrences.ts";
import type { Occurrences } from "../references/occurrence.ts";

/** What the main thread asks of a worker. One job at a time. */
export type ParseJob =
  | {
      readonly kind: "read";
      readonly root: string;
      readonly files: readonly FileToRead[];
      /** How many times the usual limit parsing may take. Default 1. */
      readonly limitFactor?: number | undefined;
    }
  | { readonly kind: "parse"; readonly file: string; readonly text: string }
  | { readonly kind: "check"; readonly edit: EditQuestion }
  /** Comments and long strings of a text. */
  | { readonly kind: "parts"; readonly file: string; readonly text: string }
  /** What a text brings in, hands on and uses. */
  | { readonly kind: "module"; readonly file: string; readonly text: string }
  /** Gets ready for a language; nothing is answered. */
  | { readonly kind: "warm"; readonly directory: string }
  | {
      readonly kind: "occurrences";
      readonly root: string;
      readonly files: readonly string[];
      readonly names: WantedNames;
    };

export interface FileToRead {
  readonly path: string;
  /** Hash of the content that is known already: the same again is not parsed. */
  readonly hash?: string | undefined;
}

/** The note of a file whose text is known and whose symbols are not, since parsing it did not end in time. */
export const tookTooLong = "took too long";

/** In place of the hash of a content that was not read: no content has it. */
export const unreadHash = "0".repeat(32);

/** In place of a stamp: no file on disk has it, so that what is stored under it is read again after a restart. */
export const noStamp: FileStamp = { size: -1, mtimeMs: 0, ctimeMs: 0, ino: 0 };

/** A file of a "read" job: what its text declares, as an encoded record. */
export interface ReadFile {
  readonly path: string;
  /** Undefined when the file is gone. */
  readonly stamp: FileStamp | undefined;
  readonly hash: string;
  /** Undefined when the content is the known one. */
  readonly record: Uint8Array | undefined;
  /** Parsing it did not end in time: the record has the words of its text alone. */
  readonly timedOut?: true;
}

/** Sent for each file or answer as it is ready. */
export type Reply =
  | { readonly kind: "file"; readonly file: ReadFile }
  | { readonly kind: "parsed"; readonly record: Uint8Array; readonly imports: readonly Span[] }
  | { readonly kind: "checked"; readonly check: EditCheck | undefined }
  /** Comes for every file, so that the replies tell which one ended a thread. */
  | { readonly kind: "occurrences"; readonly found: Occurrences | undefined }
  | { readonly kind: "parts"; readonly parts: TextParts }
  | { readonly kind: "module"; readonly facts: ModuleFacts | undefined };
