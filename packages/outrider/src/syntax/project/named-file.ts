import { languageOf } from "../../languages/language-of.ts";
import type { Located } from "../../workspace/paths/located.ts";
import { isInside, relativeTo } from "../../workspace/paths/inside.ts";
import type { Project } from "../../workspace/project.ts";
import type { FileAnswer } from "../project-symbols.ts";
import { decodeRecord } from "../table/file-record.ts";
import type { ParserPool } from "../workers/open-parser-pool.ts";
import { parseInThread } from "../workers/parse-in-thread.ts";
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
  const record = isKnown ? decodeRecord(known.bytes) : (await parseInThread(path, text, { pool, signal })).record;
  return { ...record, text, hash };
}

/** Notes of files that the table leaves out, but that are read when they are asked for by name. */
const ruledOut = new Set(["too large", "minified", "large data", "took too long"]);
