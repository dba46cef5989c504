import { workerData } from "node:worker_threads";
import { answerJobs, type SendReply } from "../../workspace/threads/answer-jobs.ts";
import { chunkText } from "../chunks/chunk-text.ts";
import { maskSecrets } from "../embedders/mask-secrets.ts";
import { createStaticEncoder, type StaticEncoder } from "../embedders/static/static-encoder.ts";
import type { StaticWeights } from "../embedders/static/weights-format.ts";
import { encodeTerms } from "../records/encode-terms.ts";
import { wordsOfNames } from "../records/chunk-words.ts";
import { readTerms } from "../records/read-terms.ts";
import { hideKeys } from "./hide-keys.ts";
import type { IndexJob, IndexReply } from "./messages.ts";
import { type ReadContent, readContent } from "./read-content.ts";

/* A thread that prepares texts for being found: whatever a text is, the server goes on answering. */

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
  // One more than chunks: the outline's.
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
