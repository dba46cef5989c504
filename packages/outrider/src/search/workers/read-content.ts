import { join } from "node:path";
import type { FileSymbols } from "../../syntax/code-symbol.ts";
import { decodeRecord } from "../../syntax/table/file-record.ts";
import { mostIndexedBytes } from "../../syntax/workers/file-rules.ts";
import { tookTooLong } from "../../syntax/workers/messages.ts";
import { readVerified } from "../../workspace/paths/read-verified.ts";
import { decodeText } from "../../workspace/text/decode-text.ts";
import { hashBytes } from "../../workspace/text/hash-bytes.ts";
import { contentKey } from "../records/content-key.ts";
import type { ContentKey } from "../stores/vector-store.ts";
import type { FileToIndex } from "./messages.ts";

export interface ReadContent {
  readonly key: ContentKey;
  readonly hash: string;
  readonly text: string;
  readonly symbols: FileSymbols;
  readonly note: string | undefined;
}

/** A file's text with the symbols that were read from this very content; otherwise why there is nothing to be had. */
export function readContent(
  root: string,
  { path, symbols: stored }: FileToIndex,
): ReadContent | { readonly without: "gone" | "changed" | { readonly note: string } } {
  const read = readVerified(join(root, path), mostIndexedBytes);
  if (read === undefined) return { without: "gone" };
  if (read.bytes === undefined) return { without: { note: "unreadable" in read ? "cannot be read" : "too large" } };
  const hash = hashBytes(read.bytes);
  if (stored !== undefined && stored.hash !== hash) return { without: "changed" };
  const decoded = decodeText(read.bytes);
  if (decoded === undefined) return { without: { note: "binary" } };
  const { text } = decoded;
  const symbols: FileSymbols & { readonly note?: string } =
    stored === undefined ? noSymbols : decodeRecord(stored.bytes);
  // A text that could not be parsed in time is as good as others.
  const note = symbols.note === tookTooLong ? undefined : symbols.note;
  return { key: contentKey(hash, symbols), hash, text, symbols, note };
}

const noSymbols: FileSymbols = { language: "", symbols: [], broken: false };
