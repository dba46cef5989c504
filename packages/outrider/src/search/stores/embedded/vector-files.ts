import { endianness } from "node:os";
import { basename, dirname } from "node:path";
import { openRecordLog, type RecordLog } from "../../../indexing/log/record-log.ts";
import type { Project } from "../../../workspace/project.ts";
import type { FineVectors } from "../scan/quantize.ts";
import type { ContentKey } from "../vector-store.ts";
import { dropVectorFolders, vectorFolderOf } from "./vector-folders.ts";

// Dimensions, rows, one factor per row, then the numbers; padded with zeros for alignment.
const headBytes = 8;

/** The vectors on disk, one file per model, shared by all processes on this machine; in memory if there is no disk. */
export interface VectorFiles {
  load(): Promise<void>;
  /** Reads what other processes have added since. */
  readOn(): Promise<void>;
  get(content: ContentKey): FineVectors | undefined;
  /** Available at once; resolves when it is on disk, or `place` says why not. */
  put(contents: readonly { readonly content: ContentKey; readonly vectors: FineVectors }[]): Promise<void>;
  drop(contents: readonly ContentKey[]): Promise<void>;
  /** Oldest first, with the size of each in bytes. */
  sizes(): Iterable<readonly [ContentKey, number]>;
  clear(): Promise<void>;
  dropOthers(): Promise<void>;
  place(): string;
  close(): Promise<void>;
}

export interface VectorFilesOptions {
  readonly project: Pick<Project, "root" | "state">;
  readonly model: string;
  readonly dimensions: number;
}

/** Changes with the record format. */
const format = 1;
/** Vectors belong to a content, which never changes: the log's hashes are not needed. */
const noHash = "0".repeat(32);

export async function openVectorFiles({ project, model, dimensions }: VectorFilesOptions): Promise<VectorFiles> {
  const identity = `vectors ${project.root} ${model} ${dimensions} ${endianness()} ${format}`;
  let problem: string | undefined;
  const log = await openLog().catch((error: unknown) => {
    problem = error instanceof Error ? error.message : String(error);
    return undefined;
  });
  /** Used instead of the log if its directory cannot be created. */
  const memory = new Map<ContentKey, Uint8Array>();

  async function openLog(): Promise<RecordLog & { readonly directory: string }> {
    const directory = await project.state.local(vectorFolderOf(identity));
    return Object.assign(openRecordLog({ directory, identity }), { directory });
  }

  return {
    load: async () => void (await log?.load()),
    readOn: async () => void (await log?.readOn()),
    get(content) {
      const record = log === undefined ? memory.get(content) : log.files.get(content)?.bytes;
      return record === undefined ? undefined : decodeVectors(record, dimensions);
    },
    async put(contents) {
      const now = Date.now();
      const stamp = { size: 0, mtimeMs: now, ctimeMs: now, ino: 0 };
      const entries = contents.map(({ content, vectors }) => ({
        path: content,
        stamp,
        hash: noHash,
        bytes: encodeVectors(vectors, dimensions),
      }));
      if (log !== undefined) return await log.append(entries);
      for (const { path, bytes } of entries) memory.set(path, bytes);
    },
    async drop(contents) {
      for (const content of contents) memory.delete(content);
      await log?.append([], contents);
    },
    *sizes() {
      for (const [content, bytes] of memory) yield [content, bytes.length];
      for (const [content, { bytes }] of log?.files ?? []) yield [content, bytes.length];
    },
    async clear() {
      memory.clear();
      await log?.readOn();
      await log?.append([], [...log.files.keys()]);
      await log?.compact();
    },
    async dropOthers() {
      if (log === undefined) return;
      await dropVectorFolders(dirname(log.directory), new Set([basename(log.directory)]));
    },
    place() {
      const trouble = log?.problem ?? problem;
      return trouble === undefined ? "on disk" : `in memory only: ${trouble}`;
    },
    close: async () => await log?.close(),
  };
}

/** In the byte order of this machine: the file is only used here, and its identity says so. */
function encodeVectors({ rows, scales, numbers }: FineVectors, dimensions: number): Uint8Array {
  const bytes = new Uint8Array(recordLength(rows, dimensions));
  new Uint32Array(bytes.buffer, 0, 2).set([dimensions, rows]);
  new Float32Array(bytes.buffer, headBytes, rows).set(scales);
  new Int16Array(bytes.buffer, headBytes + 4 * rows, numbers.length).set(numbers);
  return bytes;
}

/** A view, not a copy; undefined if it is not a record of this format. */
function decodeVectors(record: Uint8Array, dimensions: number): FineVectors | undefined {
  if (record.length < headBytes) return undefined;
  const { buffer, byteOffset: at } = record.byteOffset % 4 === 0 ? record : record.slice();
  const [found, rows = 0] = new Uint32Array(buffer, at, 2);
  if (found !== dimensions || record.length !== recordLength(rows, dimensions)) return undefined;
  const scales = new Float32Array(buffer, at + headBytes, rows);
  if (!scales.every(Number.isFinite)) return undefined;
  return { rows, scales, numbers: new Int16Array(buffer, at + headBytes + 4 * rows, rows * dimensions) };
}

function recordLength(rows: number, dimensions: number): number {
  return headBytes + 4 * rows + 2 * rows * dimensions;
}
