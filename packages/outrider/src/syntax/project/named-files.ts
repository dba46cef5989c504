import { languageOf } from "../../languages/language-of.ts";
import { isInside, relativeTo } from "../../workspace/paths/inside.ts";
import type { Located } from "../../workspace/paths/located.ts";
import type { Project } from "../../workspace/project.ts";
import type { FileAnswer } from "../project-symbols.ts";
import { decodeRecord, type FileRecord } from "../table/file-record.ts";
import { failedRecord } from "../workers/failed-record.ts";
import { tookTooLong } from "../workers/messages.ts";
import type { ParserPool } from "../workers/open-parser-pool.ts";
import type { ParseBudget } from "../workers/parse-budget.ts";
import { parseInThread } from "../workers/parse-in-thread.ts";
import type { SymbolEntries } from "./symbol-entries.ts";

export interface NamedFilesOptions {
  readonly pool: ParserPool;
  readonly entries: SymbolEntries;
  readonly budget: ParseBudget;
}

export interface NamedFiles {
  /** The current declarations of one file: from the table if the content is the same, else parsed. */
  read(project: Project, file: Located, signal: AbortSignal): Promise<FileAnswer | undefined>;
}

/** Parsing more would take longer than anyone waits. */
const maxNamedBytes = 4 * 1024 * 1024;

/** Notes of files that the table leaves out, but that are read when requested by name. */
const ruledOut = new Set(["too large", "minified", "large data", tookTooLong]);

/** Files that are requested by name. A content that could not be parsed once is not tried again. */
export function createNamedFiles({ pool, entries, budget }: NamedFilesOptions): NamedFiles {
  const unparsed = new Map<string, FileRecord>();

  function knownOf(path: string, hash: string): FileRecord | undefined {
    const known = entries.all.get(path);
    const isKnown = known !== undefined && known.hash === hash && !ruledOut.has(known.head.note ?? "");
    return isKnown ? decodeRecord(known.bytes) : unparsed.get(keyOf(path, hash));
  }

  async function parse(path: string, text: string, hash: string, signal: AbortSignal): Promise<FileRecord> {
    const { record } = await parseInThread(path, text, { pool, budget, signal });
    if (record.note !== tookTooLong && record !== failedRecord) return record;
    if (unparsed.size >= maxUnparsed) unparsed.clear();
    unparsed.set(keyOf(path, hash), record);
    return record;
  }

  return {
    async read(project, file, signal) {
      const path = isInside(project.root, file.real)
        ? relativeTo(project.root, file.real)
        : file.real.replaceAll("\\", "/");
      const { text, hash } = await project.files.readText(file, { maxBytes: maxNamedBytes });
      if (languageOf(path) === undefined && !text.startsWith("#!")) return undefined;
      const record = knownOf(path, hash) ?? (await parse(path, text, hash, signal));
      return { ...record, text, hash };
    },
  };
}

const maxUnparsed = 1_000;

/** The same content may be easy to parse in another language. */
function keyOf(path: string, hash: string): string {
  return `${hash}.${languageOf(path)?.id ?? ""}`;
}
