import { languageOf } from "../../languages/language-of.ts";
import type { Located } from "../../workspace/paths/located.ts";
import { isInside, relativeTo } from "../../workspace/paths/inside.ts";
import type { Project } from "../../workspace/project.ts";
import type { FileAnswer } from "../project-symbols.ts";
import { decodeRecord, type FileRecord } from "../table/file-record.ts";
import { failedRecord } from "../workers/failed-record.ts";
import { type ParserPool, WorkerLostError } from "../workers/open-parser-pool.ts";
import type { SymbolEntries } from "./symbol-entries.ts";

export interface NamedFileOptions {
  readonly pool: ParserPool;
  readonly entries: SymbolEntries;
  readonly signal: AbortSignal;
}

/** More is parsed in no time that anyone waits for. */
const mostNamedBytes = 4 * 1024 * 1024;

/** What one file declares as it is now: from the table when it has this very content, else parsed. */
export async function readNamedFile(
  project: Project,
  file: Located,
  { pool, entries, signal }: NamedFileOptions,
): Promise<FileAnswer | undefined> {
  const path = isInside(project.root, file.real)
    ? relativeTo(project.root, file.real)
    : file.real.replaceAll("\\", "/");
  const { text, hash } = await project.files.readText(file, { maxBytes: mostNamedBytes });
  if (languageOf(path) === undefined && !text.startsWith("#!")) return undefined;
  const known = entries.all.get(path);
  const isKnown = known !== undefined && known.hash === hash && !ruledOut.has(known.head.note ?? "");
  const record = isKnown ? decodeRecord(known.bytes) : await parse(pool, path, text, signal);
  return { ...record, text, hash };
}

/** Notes of files that the table leaves out, but that are read when they are asked for by name. */
const ruledOut = new Set(["too large", "minified", "large data", "took too long"]);

async function parse(pool: ParserPool, file: string, text: string, signal: AbortSignal): Promise<FileRecord> {
  let record: FileRecord | undefined;
  try {
    await pool.run(
      { kind: "parse", file, text },
      {
        signal,
        urgent: true,
        onReply(reply) {
          if (reply.kind === "parsed") record = decodeRecord(reply.record);
        },
      },
    );
  } catch (error) {
    if (!(error instanceof WorkerLostError)) throw error;
  }
  return record ?? failedRecord;
}
