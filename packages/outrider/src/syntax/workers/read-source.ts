import { join } from "node:path";
import { languageOf, languageOfScript } from "../../languages/language-of.ts";
import type { Language, Span } from "../../languages/language.ts";
import type { FileStamp } from "../../workspace/freshness/file-table.ts";
import { readVerified } from "../../workspace/paths/read-verified.ts";
import { decodeText } from "../../workspace/text/decode-text.ts";
import { hashBytes } from "../../workspace/text/text-file.ts";
import { threadCpuMs } from "../../workspace/time/thread-cpu.ts";
import type { EditCheck, EditQuestion } from "../edit-check.ts";
import { checkEdit } from "../edit/check-edit.ts";
import { extractSymbols } from "../extract/extract-symbols.ts";
import { loadingMs, parseLimitMs } from "../extract/parse-text.ts";
import { findTextParts, noParts, type TextParts } from "../extract/text-parts.ts";
import { encodeRecord, type FileRecord } from "../table/file-record.ts";
import { collectWords } from "./collect-words.ts";
import { isMinified, maxDataBytes, maxIndexedBytes } from "./file-rules.ts";
import { isGenerated } from "./is-generated.ts";
import { ordinaryFactor } from "./parse-budget.ts";
import { type FileToRead, type ReadFile, noStamp, tookTooLong, unreadHash } from "./messages.ts";

/** Reads a file of a project and encodes its declarations; the rules for files to leave out come first. */
export async function readSource(root: string, { path, hash: known }: FileToRead, limitFactor = 1): Promise<ReadFile> {
  const read = readVerified(join(root, path), maxIndexedBytes);
  if (read === undefined) return { path, stamp: undefined, hash: unreadHash, record: undefined, slowMs: 0 };
  // It may become readable later without a change of its stamp.
  if ("unreadable" in read)
    return { path, stamp: noStamp, hash: unreadHash, record: encodeRecord(without("cannot be read", path)), slowMs: 0 };
  const { size, mtimeMs, ctimeMs, ino } = read.stats;
  const stamp: FileStamp = { size, mtimeMs, ctimeMs, ino };
  if (read.bytes === undefined)
    return { path, stamp, hash: unreadHash, record: encodeRecord(without("too large", path)), slowMs: 0 };
  const hash = hashBytes(read.bytes);
  if (hash === known) return { path, stamp, hash, record: undefined, slowMs: 0 };
  const work = startWork();
  const text = decodeText(read.bytes)?.text;
  const record =
    text === undefined
      ? without("binary", path)
      : await readText(path, text, { rules: true, limitMs: limitOf(text, limitFactor) });
  const file = { path, stamp, hash, record: encodeRecord(record), slowMs: work.slowMs(text ?? "", record) };
  return record.note === tookTooLong ? { ...file, timedOut: true } : file;
}

export function limitOf(text: string, limitFactor: number): number {
  return Math.min(longestMs, parseLimitMs(text) * limitFactor);
}

/** A thread that is silent for longer is considered hung. */
const longestMs = 25_000;

export interface Work {
  /** What this thread has worked since beyond what ordinary code of this size takes; all of it if it was in vain. */
  slowMs(text: string, read: Pick<FileRecord, "note">): number;
}

/** Loading a grammar does not count: the text is not to blame for that. */
export function startWork(): Work {
  const ownMs = (): number => threadCpuMs() - loadingMs();
  const before = ownMs();
  return {
    slowMs(text, { note }) {
      const ordinaryMs = note === tookTooLong ? 0 : limitOf(text, ordinaryFactor);
      return Math.max(0, ownMs() - before - ordinaryMs);
    },
  };
}

export interface ReadTextOptions {
  /** Apply the rules for files to leave out; a file requested by name is always read. */
  readonly rules: boolean;
  /** Also find imports. */
  readonly imports?: boolean;
  /** Milliseconds after which parsing is aborted. */
  readonly limitMs?: number | undefined;
}

/** What an edit does to a text; undefined if the language is unknown or parsing timed out. */
export async function readEdit({ file, text, replacements }: EditQuestion): Promise<EditCheck | undefined> {
  const language = languageIn(file, text);
  return language === undefined ? undefined : await checkEdit(language, { file, text }, replacements);
}

export interface ReadText extends FileRecord {
  readonly imports: readonly Span[];
}

/** The declarations of a text, in the language given by its file name or first line. */
export async function readText(
  path: string,
  text: string,
  { rules, imports = false, limitMs }: ReadTextOptions,
): Promise<ReadText> {
  const language = languageIn(path, text);
  if (language === undefined) return without("no language", path);
  if (rules && language.content === "data" && text.length > maxDataBytes) return without("large data", path);
  if (rules && isMinified(path, text)) return without("minified", path);
  const found = await extractSymbols(language, { file: path, text }, { imports, limitMs, keep: !rules });
  const words = collectWords(text);
  if (found === undefined) return { ...without(tookTooLong, path), words };
  return { ...found, words, ...(isGenerated(text) ? { note: "generated" } : {}) };
}

/** Works for any language; empty if it is unknown. */
export async function readParts(path: string, text: string): Promise<TextParts> {
  const language = languageIn(path, text);
  return language === undefined ? noParts : await findTextParts(language, text);
}

function languageIn(path: string, text: string): Language | undefined {
  const language = languageOf(path);
  if (language !== undefined || !text.startsWith("#!")) return language;
  return languageOfScript(text.slice(0, 200).split(/[\r\n]/, 1)[0] ?? "");
}

function without(note: string, path: string): ReadText {
  const language = languageOf(path)?.id ?? "";
  return { language, broken: false, note, symbols: [], words: new Uint32Array(), imports: [] };
}
