import { realpath } from "node:fs/promises";
import { readOnlyError } from "../paths/path-policy.ts";
import type { Located } from "../paths/located.ts";
import type { ProjectFiles } from "../project.ts";
import type { StateDirectory } from "../projects/state-directory.ts";
import { createFile } from "./create-file.ts";
import { editFile } from "./edit-file.ts";
import { explainingIo } from "./io-error.ts";
import { type HeldLock, type LockOptions, withLock } from "./lock.ts";
import { moveEntry } from "./move-entry.ts";
import { type Workbench, relocate } from "./relocate.ts";
import { createTrash } from "./trash.ts";
import type { ProjectWriter } from "./writer.ts";

export interface ProjectWriterOptions {
  /** Real path of the project. */
  readonly root: string;
  readonly state: Pick<StateDirectory, "root" | "local" | "localPath">;
  readonly files: Pick<ProjectFiles, "open" | "locate" | "judge">;
  /** Makes and names the directories of the locks, in the order to take them; one in the state directory unless told. */
  readonly locks?: () => Promise<readonly string[]>;
  /** The most that a write waits for its turn. */
  readonly lockMs: number;
  readonly readOnly: boolean;
  /** For tests that fail or kill at a certain point of a write. */
  readonly onStep?: Workbench["onStep"];
}

/** The only writer of project files. Every path is judged once more under the lock, right before it is touched. */
export function createProjectWriter(options: ProjectWriterOptions): ProjectWriter {
  const { state, files, lockMs } = options;
  const trash = createTrash(options);

  async function underLock<T>(
    file: Pick<Located, "shown">,
    signal: AbortSignal,
    work: (bench: Workbench) => Promise<T>,
  ): Promise<T> {
    if (options.readOnly) {
      throw readOnlyError(`${file.shown} was not changed`);
    }
    return explainingIo(file.shown, async () => {
      const directories = await (options.locks?.() ?? state.local("locks").then((one) => [one]));
      const [outer = "", inner] = await Promise.all(directories.map((each) => realpath(each)));
      const begun = performance.now();
      const patience = (): LockOptions => ({ lockMs: Math.max(1, lockMs - (performance.now() - begun)), signal });
      const bench = (confirm: HeldLock["verify"]): Workbench => ({ files, signal, confirm, onStep: options.onStep });
      return withLock(outer, "write", patience(), (first) =>
        inner === undefined
          ? work(bench(first.verify))
          : withLock(inner, "write", patience(), (second) =>
              work(
                bench(async () => {
                  await first.verify();
                  await second.verify();
                }),
              ),
            ),
      );
    });
  }

  return {
    edit: (file, change, edit) => underLock(file, edit.signal, (bench) => editFile(bench, file, change, edit)),
    create: (file, text, edit) => underLock(file, edit.signal, (bench) => createFile(bench, file, text, edit)),
    move: (from, to, { signal }) =>
      underLock(from, signal, async (bench) => {
        await moveEntry(bench, options, await relocate(bench, from), await relocate(bench, to));
      }),
    remove: (target, { signal }) => underLock(target, signal, (bench) => trash.put(bench, target)),
    restore: (id, { signal }) => underLock({ shown: id }, signal, (bench) => trash.takeOut(bench, id)),
    trash: () => trash.list(),
  };
}
