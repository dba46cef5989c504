import { join } from "node:path";
import { openChangeFeed } from "../../indexing/change-feed.ts";
import { problemOf } from "../../indexing/index-state.ts";
import { createProjectIndex, type ProjectIndex } from "../../indexing/project-index.ts";
import { identityOf, openStoredTable } from "../../indexing/stored-table.ts";
import { createWorkList } from "../../indexing/work-list.ts";
import { languageOf } from "../../languages/language-of.ts";
import type { Project } from "../../workspace/project.ts";
import type { EditCheck, EditQuestion, TextAnswer } from "../edit-check.ts";
import type { Completeness, ProjectSymbols, ViewOptions, IndexStatus } from "../project-symbols.ts";
import { recordFormat } from "../table/file-record.ts";
import type { ParserPool } from "../workers/open-parser-pool.ts";
import {
  readModuleInThread,
  readListsInThread,
  readPartsInThread,
  checkInThread,
  parseInThread,
  type ThreadOptions,
} from "../workers/parse-in-thread.ts";
import { findWorkerFile } from "../workers/parser-thread.ts";
import { tookTooLong } from "../workers/messages.ts";
import { createParseBudget, type ParseBudget } from "../workers/parse-budget.ts";
import { readingRank } from "./reading-rank.ts";
import type { FileStamp } from "../../workspace/freshness/file-table.ts";
import { tryLstat } from "../../workspace/freshness/trusted-file-system.ts";
import { createKeptReads } from "./kept-reads.ts";
import { createNamedFiles } from "./named-files.ts";
import { createSymbolEntries, type SymbolEntries } from "./symbol-entries.ts";
import { createSymbolSink, type TableLimits } from "./symbol-sink.ts";
import { createSymbolView } from "./symbol-view.ts";
import { findFilesNaming, findOccurrencesIn, readFilesWith } from "./wide-reads.ts";

interface IndexFacts {
  readonly left: number;
  readonly isBuilding: boolean;
  readonly done: number;
  /** Undefined before the first check of the disk. */
  readonly freshness: string | undefined;
  readonly stored: string;
  /** Why the last build ended early. */
  readonly problem: string | undefined;
  readonly slow: string | undefined;
  readonly cut: number | undefined;
}

const maxExamples = 5;

/** As for files requested by name: parsing more would take longer than anyone waits. */
const maxCharacters = 4 * 1024 * 1024;

export interface OpenProjectSymbols {
  /** The table as seen by one session's project. */
  of(project: Project): ProjectSymbols;
  close(): Promise<void>;
}

const defaultWaitMs = 10_000;
/** The first limit is ten times what the slowest ordinary file took. */
const usualLimits: TableLimits = { first: 0.5, more: 1 };

/** The table for one project root, shared by all sessions. Nothing is read before the first question. */
export function openProjectSymbols(
  first: Project,
  pool: ParserPool,
  asked: Partial<TableLimits> = {},
): OpenProjectSymbols {
  const limits = { ...usualLimits, ...asked };
  const { root } = first;
  const entries = createSymbolEntries();
  const stored = openStoredTable({
    project: first,
    folder: "index",
    identity: () => identityOf(first, recordFormat, findWorkerFile()),
    current: (path) => entries.all.get(path),
  });
  const feed = openChangeFeed(first, limits.maxFiles);
  const kept = createKeptReads(feed, { read: readsIn(root, pool), stampOf: (path) => stampOf(join(root, path)) });
  const work = createWorkList();
  const budget = createParseBudget(limits.budgetMs);
  const wide = { pool, entries, budget };
  const named = createNamedFiles(wide);
  const sink = createSymbolSink({ root, pool, feed, work, entries, stored, limits, budget });
  const index = createProjectIndex({ name: "table", source: feed, work, sink, rank: readingRank });

  const view: ProjectSymbols["view"] = async (options) => {
    const { signal, scope, first, waitMs = defaultWaitMs, onProgress } = options;
    await index.look(signal);
    if (options.build !== false) await index.wait({ signal, scope, first, waitMs, onProgress });
    if (options.names !== false) await entries.names.prepare(signal);
    const view = createSymbolView(entries, completenessOf(index, scope), index.closing, new Set(work.pending()));
    return Object.assign(view, { cut: feed.cut() });
  };

  /** A file that took too long would do so again for every question. */
  const mayBeParsed = (path: string): boolean =>
    entries.all.get(path)?.head.note !== tookTooLong || work.waiting.has(path) || work.reading.has(path);

  return {
    of(asked) {
      feed.follow(asked);
      return {
        ofFile: (file, { signal }) => named.read(asked, file, signal),
        ofText: (file, text, { signal }) => readEditedText(file, text, { pool, budget, signal }),
        partsOf: (file, text, { signal }) => readPartsInThread(file, text, { pool, signal }),
        listsOf: (question, { signal }) => readListsInThread(question, { pool, signal }),
        moduleOf: (file, text, { signal }) => readModuleInThread(file, text, { pool, signal }),
        checkEdit: (question, { signal }) => checkEditedText(question, { pool, signal }),
        view,
        filesWith: async (texts, options) => (await readFilesWith(asked, texts, { ...wide, ...options })).files,
        filesWithin: (texts, options) => readFilesWith(asked, texts, { ...wide, ...options }),
        async filesNaming(words, { signal }) {
          await index.look(signal);
          const isComplete = work.left() === 0 && feed.cut() === undefined;
          return await findFilesNaming(asked, words, { entries, isComplete, signal });
        },
        occurrences: (files, names, options) => kept.read(files.filter(mayBeParsed), names, options),
        async look({ signal }) {
          await index.look(signal);
          return { left: work.left() };
        },
        onChanges: feed.onChanges,
        status: () =>
          describeIndex(entries, {
            ...index.progress(),
            isBuilding: index.state.kind === "building" || index.state.kind === "stopping",
            freshness: feed.detail(),
            stored: stored.status(),
            problem: problemOf(index.state),
            slow: describeBudget(budget),
            cut: feed.cut(),
          }),
        stopBuild: () => void index.stop(),
        rebuild: () => index.clear(),
      };
    },
    async close() {
      const closed = index.close();
      await Promise.all([feed.close(), closed]);
    },
  };
}

/** Undefined for a link: what it leads to may change without it. */
function stampOf(file: string): FileStamp | undefined {
  const found = tryLstat(file);
  return found?.isFile() === true ? found : undefined;
}

function readsIn(root: string, pool: ParserPool): ProjectSymbols["occurrences"] {
  return (files, names, { signal }) => findOccurrencesIn(root, files, names, { pool, signal });
}

function completenessOf(index: ProjectIndex, scope: ViewOptions["scope"]): Completeness {
  const { done, left } = index.progress(scope);
  return left === 0 ? { state: "complete" } : { state: "partial", done, total: done + left };
}

/** The declarations of a text that need not be on disk. */
async function readEditedText(
  file: string,
  text: string,
  options: ThreadOptions & { readonly budget: ParseBudget },
): Promise<TextAnswer | undefined> {
  if (!mayHaveLanguage(file, text)) return undefined;
  const { record, imports } = await parseInThread(file, text, options);
  return { ...record, imports };
}

/** What an edit would do to the syntax of a file. */
async function checkEditedText(question: EditQuestion, options: ThreadOptions): Promise<EditCheck | undefined> {
  const { file, text, replacements } = question;
  const added = replacements.reduce((length, each) => length + each.text.length, text.length);
  if (!mayHaveLanguage(file, text) || added > maxCharacters) return undefined;
  return await checkInThread(question, options);
}

function mayHaveLanguage(file: string, text: string): boolean {
  return languageOf(file) !== undefined || text.startsWith("#!");
}

/** What the table contains, what it leaves out and why, and how it stays up to date. */
function describeIndex({ all }: SymbolEntries, facts: IndexFacts): IndexStatus {
  const { left, done, freshness = "nothing was asked yet", stored, problem } = facts;
  const languages = new Map<string, number>();
  const notes = new Map<string, { files: number; readonly examples: string[] }>();
  let symbols = 0;
  for (const [path, { head }] of all) {
    symbols += head.symbolCount;
    if (head.note !== "no language") languages.set(head.language, (languages.get(head.language) ?? 0) + 1);
    for (const note of notesOf(head)) {
      const known = notes.get(note) ?? { files: 0, examples: [] };
      known.files += 1;
      if (known.examples.length < maxExamples) known.examples.push(path);
      notes.set(note, known);
    }
  }
  return {
    state: stateOf(all.size, facts),
    files: all.size,
    symbols,
    done,
    total: done + left,
    languages: Object.fromEntries([...languages].sort(([, a], [, b]) => b - a)),
    notes: Array.from(notes, ([note, { files, examples }]) => ({ note, files, examples })),
    freshness,
    stored,
    ...(problem === undefined ? {} : { problem }),
    ...(facts.cut === undefined ? {} : { cut: facts.cut }),
    ...(facts.slow === undefined ? {} : { slow: facts.slow }),
  };
}

function describeBudget({ state }: ParseBudget): string | undefined {
  return budgetWords[state];
}

const budgetWords: Readonly<Record<ParseBudget["state"], string | undefined>> = {
  left: undefined,
  spent:
    "slow files have used up their time: a file that takes longer to parse than ordinary code is only searched as text",
  stopped:
    "slow files have used up all time for parsing: files not read before are only searched as text. Exclude the slow ones, and restart Outrider",
};

function stateOf(files: number, { left, isBuilding, freshness }: IndexFacts): IndexStatus["state"] {
  if (left > 0) return isBuilding ? "building" : "stopped";
  return files === 0 && freshness === undefined ? "empty" : "ready";
}

function notesOf({ note, broken }: { readonly note: string | undefined; readonly broken: boolean }): readonly string[] {
  const own = note === undefined || note === "no language" ? [] : [note];
  return broken ? [...own, "syntax errors"] : own;
}
