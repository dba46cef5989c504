import { openChangeFeed } from "../../indexing/change-feed.ts";
import { problemOf } from "../../indexing/index-state.ts";
import { createProjectIndex, type ProjectIndex } from "../../indexing/project-index.ts";
import { identityOf, openStoredTable } from "../../indexing/stored-table.ts";
import { createWorkList } from "../../indexing/work-list.ts";
import type { Project } from "../../workspace/project.ts";
import type { Completeness, ProjectSymbols, ViewOptions } from "../project-symbols.ts";
import { recordFormat } from "../table/file-record.ts";
import type { ParserPool } from "../workers/open-parser-pool.ts";
import { readModuleInThread, readPartsInThread } from "../workers/parse-in-thread.ts";
import { findWorkerFile } from "../workers/worker-file.ts";
import { describeIndex } from "./describe-index.ts";
import { checkEditedText, readEditedText } from "./edited-text.ts";
import { readNamedFile } from "./named-file.ts";
import { createSymbolEntries } from "./symbol-entries.ts";
import { createSymbolSink, type ParseLimits } from "./symbol-sink.ts";
import { createSymbolView } from "./symbol-view.ts";
import { findFilesNaming, findOccurrencesIn, readFilesWith } from "./wide-reads.ts";

export interface OpenProjectSymbols {
  /** The table as one session's project sees it. */
  of(project: Project): ProjectSymbols;
  close(): Promise<void>;
}

const defaultWaitMs = 10_000;
const usualLimits: ParseLimits = { first: 1, more: 4 };

/** The table of one project's root, shared by all sessions. Nothing is read before the first question. */
export function openProjectSymbols(first: Project, pool: ParserPool, limits = usualLimits): OpenProjectSymbols {
  const { root } = first;
  const entries = createSymbolEntries();
  const stored = openStoredTable({
    project: first,
    folder: "index",
    identity: () => identityOf(first, recordFormat, findWorkerFile()),
    current: (path) => entries.all.get(path),
  });
  const feed = openChangeFeed(first);
  const work = createWorkList();
  const sink = createSymbolSink({ root, pool, feed, work, entries, stored, limits });
  const index = createProjectIndex({ name: "table", source: feed, work, sink });

  const view: ProjectSymbols["view"] = async (options) => {
    const { signal, scope, waitMs = defaultWaitMs, onProgress } = options;
    await index.look(signal);
    if (options.build !== false) await index.wait({ signal, scope, waitMs, onProgress });
    if (options.names !== false) await entries.names.prepare(signal);
    return createSymbolView(entries, completenessOf(index, scope), index.closing, new Set(work.pending()));
  };

  return {
    of(asked) {
      feed.follow(asked);
      return {
        ofFile: (file, { signal }) => readNamedFile(asked, file, { pool, entries, signal }),
        ofText: (file, text, { signal }) => readEditedText(file, text, { pool, signal }),
        partsOf: (file, text, { signal }) => readPartsInThread(file, text, { pool, signal }),
        moduleOf: (file, text, { signal }) => readModuleInThread(file, text, { pool, signal }),
        checkEdit: (question, { signal }) => checkEditedText(question, { pool, signal }),
        view,
        filesWith: (texts, { signal }) => readFilesWith(asked, texts, { pool, entries, signal }),
        async filesNaming(words, { signal }) {
          await index.look(signal);
          return await findFilesNaming(asked, words, { entries, isComplete: work.left() === 0, signal });
        },
        occurrences: (files, names, { signal }) => findOccurrencesIn(root, files, names, { pool, signal }),
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

function completenessOf(index: ProjectIndex, scope: ViewOptions["scope"]): Completeness {
  const { done, left } = index.progress(scope);
  return left === 0 ? { state: "complete" } : { state: "partial", done, total: done + left };
}
