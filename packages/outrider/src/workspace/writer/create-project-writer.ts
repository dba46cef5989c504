import { realpath } from "node:fs/promises";
import { isToolError } from "toolwright";
import type { Located } from "../paths/located.ts";
import { readOnlyError } from "../paths/path-policy.ts";
import type { ProjectFiles } from "../project.ts";
import type { StateDirectory } from "../projects/state-directory.ts";
import { changeFiles, tooMuchNote } from "./change-files.ts";
import { createFile } from "./create-file.ts";
import { editFile, withNotes } from "./edit-file.ts";
import { describeHistory } from "./history.ts";
import { explainingIo } from "./io-error.ts";
import { createJournal, type Journal } from "./journal/journal.ts";
import type { Done, Keep } from "./journal/keep.ts";
import { missingParents, recordedPath } from "./journal/missing-parents.ts";
import { recover } from "./journal/recover.ts";
import { type HeldLock, type LockOptions, withLock } from "./lock.ts";
import { moveEntry } from "./move-entry.ts";
import { type WriteContext, entryOf, relocate } from "./relocate.ts";
import { createTrash } from "./trash.ts";
import { undoChange } from "./undo-change.ts";
import type { TreeTools } from "./undo-tree.ts";
import type { ChangeReport, ProjectWriter, TrashEntry } from "./writer.ts";
import { decodeText } from "../text/decode-text.ts";
import type { Content, FileOp } from "./journal/record.ts";

interface Tools extends TreeTools {
  readonly journal: Journal;
}

export interface ProjectWriterOptions {
  /** Real path of the project. */
  readonly root: string;
  readonly state: Pick<StateDirectory, "root" | "local" | "localPath">;
  readonly files: Pick<ProjectFiles, "open" | "locate" | "judge" | "requireApproved">;
  /** Creates and returns the lock directories in locking order. Default: one in the state directory. */
  readonly locks?: () => Promise<readonly string[]>;
  /** How long a write waits for its turn at most. */
  readonly lockMs: number;
  readonly readOnly: boolean;
  /** How much old content is kept for undo. Default: 64 MiB. */
  readonly historyBytes?: number;
  /** For tests that fail or kill at a certain point of a write. */
  readonly onStep?: WriteContext["onStep"];
}

/** Opening a project does not wait for a long write of another process. */
const recoverMs = 300;

/** The only writer of project files. Every path is judged again under the lock, right before it is touched. */
// oxlint-disable-next-line max-lines-per-function -- a list of operations, each a few lines
export function createProjectWriter(options: ProjectWriterOptions): ProjectWriter {
  const { root, state, files, lockMs } = options;
  const trash = createTrash(options);
  const journal = createJournal(state, options.historyBytes);
  const tools = { root, state, trash, journal };
  /** Changes that were rolled back after a crash and not yet reported. */
  const untold: string[] = [];

  const keep: Keep = async (done: Done) => {
    try {
      const { id, isKept } = await journal.keep(done);
      return isKept ? { id: String(id) } : { note: tooMuchNote };
    } catch (error) {
      const why = isToolError(error) || !(error instanceof Error) ? "" : ` (${error.message})`;
      return { note: `The old content could not be kept${why}, so this cannot be undone.` };
    }
  };

  async function underLock<T>(
    file: Pick<Located, "shown">,
    signal: AbortSignal,
    work: (bench: WriteContext) => Promise<T>,
    maxMs = lockMs,
  ): Promise<T> {
    if (options.readOnly) {
      throw readOnlyError(`${file.shown} was not changed`);
    }
    const recovered = async (confirm: HeldLock["verify"]): Promise<T> => {
      const bench: WriteContext = { root, files, signal, confirm, onStep: options.onStep, keep };
      untold.push(...(await recover(bench, journal, root)));
      return work(bench);
    };
    return explainingIo(file.shown, async () => {
      const directories = await (options.locks?.() ?? state.local("locks").then((one) => [one]));
      const [outer = "", inner] = await Promise.all(directories.map((each) => realpath(each)));
      const begun = performance.now();
      const lockOptions = (): LockOptions => ({ lockMs: Math.max(1, maxMs - (performance.now() - begun)), signal });
      return withLock(outer, "write", lockOptions(), (first) =>
        inner === undefined
          ? recovered(first.verify)
          : withLock(inner, "write", lockOptions(), (second) =>
              recovered(async () => {
                await first.verify();
                await second.verify();
              }),
            ),
      );
    });
  }

  function tell<Report extends { readonly note?: string }>(report: Report): Report {
    const told = untold.splice(0);
    return told.length === 0 ? report : { ...report, ...withNotes({}, report.note, ...told) };
  }

  function tellIn<Report extends ChangeReport>(report: Report): Report {
    const [first, ...rest] = report.files;
    return first === undefined ? report : { ...report, files: [tell(first), ...rest] };
  }

  return {
    edit: async (file, change, edit) =>
      tell(await underLock(file, edit.signal, (bench) => editFile(bench, file, change, edit))),
    create: async (file, text, edit) =>
      tell(await underLock(file, edit.signal, (bench) => createFile(bench, file, text, edit))),
    change: async (changes, change) => {
      const shown = changes[0]?.file ?? { shown: change.title };
      return tellIn(await underLock(shown, change.signal, (bench) => changeFiles(bench, tools, changes, change)));
    },
    undo: async (id, undo) =>
      tellIn(await underLock({ shown: id ?? "." }, undo.signal, (bench) => undoChange(bench, tools, id, undo))),
    history: async () => describeHistory(await journal.list()),
    textBefore: async (file, hash) => await textBefore(journal, recordedPath(root, file.real), hash),
    async recover() {
      try {
        if (options.readOnly || (await journal.begun()).length === 0) return;
        const { signal } = new AbortController();
        await underLock({ shown: "." }, signal, async () => undefined, Math.min(lockMs, recoverMs));
      } catch {
        // The next write tries again, and reports the obstacle.
      }
    },
    move: (from, to, { signal }) => underLock(from, signal, (bench) => moveAndKeep(bench, tools, from, to)),
    remove: (target, { signal }) => underLock(target, signal, (bench) => removeAndKeep(bench, tools, target)),
    restore: (id, { signal }) => underLock({ shown: id }, signal, (bench) => restoreAndKeep(bench, tools, id)),
    trash: () => trash.list(),
  };
}

async function moveAndKeep(bench: WriteContext, tools: Tools, from: Located, to: Located): Promise<void> {
  const [source, target] = [await relocate(bench, from), await relocate(bench, to)];
  const old = recordedPath(tools.root, entryOf(source));
  const place = recordedPath(tools.root, entryOf(target));
  const directories = await missingParents(tools.root, [entryOf(target)]);
  await moveEntry(bench, tools, source, target);
  const deed = { kind: "move", from: old, to: place, directories } as const;
  await bench.keep({ title: `move ${old} to ${place}`, deed, contents: new Map() });
}

/** The trash keeps the content, so nothing is copied. */
async function removeAndKeep(bench: WriteContext, { trash }: Tools, target: Located): Promise<TrashEntry> {
  const entry = await trash.put(bench, target);
  const deed = { kind: "remove", path: entry.path, trashed: entry.id } as const;
  await bench.keep({ title: `remove ${entry.path}`, deed, contents: new Map() });
  return entry;
}

/** Restoring from the trash counts as undoing the removal. */
async function restoreAndKeep(bench: WriteContext, { trash, journal }: Tools, id: string): Promise<TrashEntry> {
  const entry = await trash.takeOut(bench, id);
  const removal = (await journal.list()).find(({ deed }) => deed.kind === "remove" && deed.trashed === entry.id);
  const deed = { kind: "restore", path: entry.path, trashed: entry.id } as const;
  const about = { title: `restore ${entry.path}`, deed, contents: new Map() };
  await bench.keep(removal === undefined ? about : { ...about, undoes: removal.id });
  return entry;
}

/** The text of a file before the newest change that gave it the bytes with this hash, if the journal has kept it. */
async function textBefore(
  journal: Pick<Journal, "list" | "read">,
  path: string,
  hash: string,
): Promise<string | undefined> {
  const records = await journal.list();
  for (const { id, deed } of records) {
    const op = deed.kind === "files" ? deed.ops.findLast((each) => isWriteOf(each, path)) : undefined;
    if (op === undefined) continue;
    if (op.op !== "write" || hashOf(op.after) !== hash) return undefined;
    const before = hashOf(op.before);
    const bytes = before === undefined ? undefined : (await journal.read(id))?.contents.get(before);
    return bytes === undefined ? undefined : decodeText(bytes)?.text;
  }
  return undefined;
}

function isWriteOf(op: FileOp, path: string): boolean {
  return op.op === "write" ? op.path === path : op.from === path || op.to === path;
}

function hashOf(content: Content | null): string | undefined {
  return content?.kind === "file" ? content.hash : undefined;
}
