import { join } from "node:path";
import { workerData } from "node:worker_threads";
import type { FileSymbols } from "../../syntax/code-symbol.ts";
import { decodeRecord } from "../../syntax/table/file-record.ts";
import { maxIndexedBytes } from "../../syntax/workers/file-rules.ts";
import { tookTooLong } from "../../syntax/workers/messages.ts";
import { readVerified } from "../../workspace/paths/read-verified.ts";
import { decodeText } from "../../workspace/text/decode-text.ts";
import { hashBytes } from "../../workspace/text/text-file.ts";
import { answerJobs, type SendReply } from "../../workspace/threads/answer-jobs.ts";
import { chunkText } from "../chunks/chunk-text.ts";
import { maskSecrets } from "../embedders/mask-secrets.ts";
import { createStaticEncoder, type StaticEncoder } from "../embedders/static/static-encoder.ts";
import type { StaticWeights } from "../embedders/static/weights-format.ts";
import { encodeTerms } from "../records/encode-terms.ts";
import { wordsOfNames, contentKey } from "../records/file-terms.ts";
import { readTerms } from "../records/read-terms.ts";
import type { ContentKey } from "../stores/vector-store.ts";
import { hideKeys } from "./hide-keys.ts";
import type { IndexJob, IndexReply, FileToIndex } from "./index-pool.ts";

interface ReadContent {
  readonly key: ContentKey;
  readonly hash: string;
  readonly text: string;
  readonly symbols: FileSymbols;
  readonly note: string | undefined;
}

const noSymbols: FileSymbols = { language: "", symbols: [], broken: false };

/* A thread that prepares texts for search: whatever a text contains, the server keeps answering. */

const { weights }: { readonly weights: StaticWeights | undefined } = workerData;
let encoder: StaticEncoder | undefined;

async function run(job: IndexJob, send: SendReply<IndexReply>): Promise<void> {
  switch (job.kind) {
    case "index":
      for (const file of job.files) indexFile(job, file, send);
      return;
    case "texts": {
      const read = readContent(job.root, job.file);
      if ("without" in read) return sendWithout(job.file.path, read.without, send);
      const { text, symbols } = read;
      const hidden = hideKeys(text);
      const texts = chunkText(text, symbols.symbols).map(({ start, end }) => hidden.slice(start, end));
      if (texts.length > 0) texts.push(wordsOfNames(symbols.symbols).join(" "));
      send({ kind: "texts", content: read.key, texts: texts.map((each) => maskSecrets(each)) });
      return;
    }
    default:
      job satisfies never;
  }
}

type IndexOptions = Extract<IndexJob, { kind: "index" }>;

function indexFile(
  { root, vectors: wanted }: IndexOptions,
  file: IndexOptions["files"][number],
  send: SendReply<IndexReply>,
): void {
  const read = readContent(root, file);
  if ("without" in read) return sendWithout(file.path, read.without, send);
  const { terms, vectors } = readVectors(read, wanted);
  const content = { key: read.key, hash: read.hash, terms, vectors };
  send({ kind: "indexed", path: file.path, content }, vectors === undefined ? [] : [vectors.buffer]);
}

function readVectors(
  { text, symbols, note }: ReadContent,
  wanted: boolean,
): { readonly terms: Uint8Array; readonly vectors: Float32Array<ArrayBuffer> | undefined } {
  const chunks = chunkText(text, symbols.symbols);
  if (!wanted || weights === undefined) {
    return { terms: encodeTerms(readTerms({ text, symbols, chunks, note })), vectors: undefined };
  }
  const own = (encoder ??= createStaticEncoder(weights));
  const { dimensions } = own;
  // One more than chunks, for the outline.
  const vectors = new Float32Array((chunks.length === 0 ? 0 : chunks.length + 1) * dimensions);
  const terms = readTerms({
    text,
    symbols,
    chunks,
    note,
    onWords(chunk, words) {
      own.encodeWords(words, "text", vectors.subarray(chunk * dimensions, (chunk + 1) * dimensions));
    },
  });
  return { terms: encodeTerms(terms), vectors };
}

function sendWithout(
  path: string,
  without: "gone" | "changed" | { readonly note: string },
  send: SendReply<IndexReply>,
): void {
  send(typeof without === "string" ? { kind: without, path } : { kind: "left-out", path, note: without.note });
}

answerJobs<IndexJob, IndexReply>(run);

/** A file's text, with the symbols read from exactly this content; otherwise why there is none. */
function readContent(
  root: string,
  { path, symbols: stored }: FileToIndex,
): ReadContent | { readonly without: "gone" | "changed" | { readonly note: string } } {
  const read = readVerified(join(root, path), maxIndexedBytes);
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
