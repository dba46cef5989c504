import { cpSync, existsSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isToolError } from "toolwright";
import { projectSecret } from "../../src/workspace/projects/user-state.ts";
import { userStateDirectory } from "../../src/workspace/projects/user-state-directory.ts";
import { hashBytes } from "../../src/workspace/text/text-file.ts";
import type { ChangeOptions, FileChange } from "../../src/workspace/writer/writer.ts";
import { snapshotTree } from "./snapshot-tree.ts";
import { openWriterKit, type WriterKit } from "./writer-kit.ts";

/** A change by paths: new text (undefined removes), or a new path with or without new text. */
export interface Wanted {
  readonly path: string;
  readonly text?: string | ((text: string) => string);
  readonly to?: string;
  /** Of the bytes that are there, unless told. */
  readonly hash?: string;
}

/** The change as tools hand it over. */
export async function toChange({ files }: WriterKit, wanted: Wanted): Promise<FileChange> {
  const file = await files.locate(wanted.path, "write");
  const hash = wanted.hash ?? (file.kind === "file" ? hashBytes(readFileSync(file.real)) : "");
  const { text: given } = wanted;
  const text = typeof given === "function" ? given((await files.readText(file)).text) : given;
  if (wanted.to !== undefined) {
    const to = await files.locate(wanted.to, "write");
    return { kind: "move", file, to, hash, ...(text === undefined ? {} : { text }) };
  }
  if (text === undefined) return { kind: "remove", file, hash };
  return file.kind === "missing" ? { kind: "create", file, text } : { kind: "edit", file, hash, text };
}

/** A writer with methods by path. */
export function openChangeKit(root: string, options: Parameters<typeof openWriterKit>[1] = {}) {
  const kit = openWriterKit(root, options);
  const { signal } = new AbortController();
  return {
    ...kit,
    root,
    change: async (wanted: readonly Wanted[], more: Partial<ChangeOptions> = {}) => {
      const changes: FileChange[] = [];
      for (const each of wanted) changes.push(await toChange(kit, each));
      return kit.writer.change(changes, { signal, title: "test", ...more });
    },
    undo: (id?: string, more: { readonly dryRun?: boolean } = {}) => kit.writer.undo(id, { signal, ...more }),
    read: (path: string) => readFileSync(join(root, path), "utf8"),
    tree: () => treeOf(root),
    journal: async () => readJournal(await kit.state.localPath("history")),
  };
}

export function readJournal(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).toSorted() : [];
}

/** The project without what Outrider keeps in it. */
export function treeOf(root: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(snapshotTree(root)).filter(([path]) => !path.startsWith(".outrider")));
}

/** The project as a crash at this moment would leave it. */
export function copyAsCrashed(root: string, copy: string): string {
  cpSync(root, copy, { recursive: true, verbatimSymlinks: true });
  const state = join(copy, ".outrider");
  const id = readFileSync(join(userStateDirectory(), "id"), "utf8");
  for (const name of readdirSync(state).filter((each) => each.startsWith("local-"))) {
    rmSync(join(state, name, "locks"), { recursive: true, force: true });
    // Its name belongs to the place of the project.
    renameSync(join(state, name), join(state, `local-${projectSecret(id, realpathSync(copy))}`));
  }
  return copy;
}

export async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return "done";
  } catch (error) {
    return isToolError(error) ? error.code : String(error);
  }
}
