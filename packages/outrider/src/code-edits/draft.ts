import { ToolError } from "toolwright";
import { spliceText, fromPlain, toPlain } from "../edits/plain-text.ts";
import { showPath } from "../workspace/paths/check-path.ts";
import { isInside, relativeTo } from "../workspace/paths/inside.ts";
import type { Located } from "../workspace/paths/located.ts";
import type { Replacement, LineEnding } from "../workspace/text/text-file.ts";
import type { FileChange } from "../workspace/writer/writer.ts";
import type { EditContext } from "./edit-context.ts";

/** A file with the changes of earlier edits. */
export interface DraftFile {
  readonly located: Located;
  /** Relative to the project's root, with forward slashes; the new path if it is moved. */
  readonly path: string;
  readonly text: string;
  readonly eol: LineEnding;
  /** Hash of the bytes on disk; undefined for a file to be created. */
  readonly hash: string | undefined;
  /** The text on disk differs, so servers and searches that read the disk do not know this one. */
  readonly isChanged: boolean;
}

/** Files as a call would leave them. Nothing is written to disk until everything is. */
export interface Draft {
  /** By a caller's path or one relative to the root; refuses files that may not be written, hold secrets or are not text. */
  read(path: string): Promise<DraftFile>;
  /** New text must have "\n" line ends and gets those of the file. Refuses overlapping replacements. */
  replace(file: DraftFile, replacements: readonly Replacement[]): DraftFile;
  create(path: string, text: string): Promise<DraftFile>;
  move(file: DraftFile, to: string): Promise<DraftFile>;
  remove(file: DraftFile): void;
  /** The texts that earlier edits of this call have replaced, newest first. */
  earlierTexts(file: DraftFile): readonly string[];
  /** The differences from the disk, in the order in which files were first touched. */
  changes(): readonly FileChange[];
}

/** Larger files are not source code, and every edit processes the whole file. */
const maxBytes = 4 * 1024 * 1024;
/** Earlier texts of a file that are kept while a call is planned. */
const maxEarlier = 8;

type DraftContext = Pick<EditContext, "project" | "signal" | "otherWays">;

interface Entry extends DraftFile {
  readonly original: string | undefined;
  readonly to?: Located;
  readonly isRemoved: boolean;
}

export function openDraft(context: DraftContext): Draft {
  const { project, signal, otherWays } = context;
  /** By real path on disk; for a file to be created, its future path. */
  const entries = new Map<string, Entry>();
  const earlier = new Map<string, readonly string[]>();

  function keep(entry: Entry): DraftFile {
    entries.set(entry.located.real, entry);
    return entry;
  }

  function known(real: string): Entry | undefined {
    return entries.get(real) ?? [...entries.values()].find(({ to }) => to?.real === real);
  }

  /** A file moved by an earlier edit is known by its new path. */
  function current(file: DraftFile): Entry {
    const entry = entries.get(file.located.real);
    if (entry === undefined || entry.isRemoved) throw removed(file.path);
    if (entry.text !== file.text) throw new Error(`An edit of ${file.path} is planned for an older text of it.`);
    return entry;
  }

  async function locateFree(path: string): Promise<Located> {
    const located = await project.files.locate(path, "write");
    requireOurs(context, located);
    if (located.kind !== "missing" || known(located.real) !== undefined) {
      throw new ToolError("exists", `There is something at ${showPath(located.shown)} already; nothing was changed.`);
    }
    return located;
  }

  return {
    async read(path) {
      const located = await project.files.locate(path, "write");
      const entry = known(located.real);
      if (entry !== undefined) {
        if (entry.isRemoved || (entry.to !== undefined && entry.to.real !== located.real)) throw removed(path);
        return entry;
      }
      if (located.kind === "missing") throw await otherWays.nothingAt(project, located, signal);
      requireOurs(context, located);
      const { text, eol, hash } = await project.files.readText(located, { maxBytes });
      const below = relativeTo(project.root, located.real);
      return keep({ located, path: below, text, eol, hash, original: text, isChanged: false, isRemoved: false });
    },
    replace(file, replacements) {
      const entry = current(file);
      const text = applyReplacements(entry, replacements);
      earlier.set(entry.located.real, [entry.text, ...(earlier.get(entry.located.real) ?? [])].slice(0, maxEarlier));
      return keep({ ...entry, text, isChanged: text !== entry.original || entry.to !== undefined });
    },
    async create(path, text) {
      const located = await locateFree(path);
      const below = relativeTo(project.root, located.real);
      const made = { located, path: below, text, eol: "\n" as const, hash: undefined };
      return keep({ ...made, original: undefined, isChanged: true, isRemoved: false });
    },
    async move(file, to) {
      const entry = current(file);
      if (entry.hash === undefined) throw new Error(`${file.path} is made and moved by the same call.`);
      const located = await locateFree(to);
      return keep({ ...entry, to: located, path: relativeTo(project.root, located.real), isChanged: true });
    },
    remove(file) {
      keep({ ...current(file), isRemoved: true });
    },
    earlierTexts: (file) => earlier.get(file.located.real) ?? [],
    changes: () => [...entries.values()].flatMap(changeOf),
  };
}

function changeOf({ located: file, hash, text, original, to, isRemoved }: Entry): readonly FileChange[] {
  if (hash === undefined) return isRemoved ? [] : [{ kind: "create", file, text }];
  if (isRemoved) return [{ kind: "remove", file, hash }];
  const edited = text === original ? {} : { text };
  if (to !== undefined) return [{ kind: "move", file, to, hash, ...edited }];
  return text === original ? [] : [{ kind: "edit", file, hash, text }];
}

/** Returns the new text. Offsets refer to the current text, including "\r"; replacement text uses "\n" line ends. */
export function applyReplacements(
  { text, eol, path }: Pick<DraftFile, "text" | "eol" | "path">,
  replacements: readonly Replacement[],
): string {
  const sorted = replacements.toSorted((one, other) => one.start - other.start || one.end - other.end);
  for (const [index, { start, end }] of sorted.entries()) {
    const before = sorted[index - 1];
    if (start < 0 || end < start || end > text.length)
      throw new RangeError(`No such part of ${path}: ${start}-${end}.`);
    if (before !== undefined && start < before.end) throw overlapping(path);
  }
  const plain = toPlain(text, eol);
  if (plain.text.length === text.length) return fromPlain(spliceText(plain, sorted));
  const toPlainOffset = plainOffsets(text);
  const moved = sorted.map((each) => ({ ...each, start: toPlainOffset(each.start), end: toPlainOffset(each.end) }));
  return fromPlain(spliceText(plain, moved));
}

/** The returned function must be called with ascending offsets. */
function plainOffsets(text: string): (offset: number) => number {
  let at = 0;
  let pairs = 0;
  return (offset) => {
    for (let next = text.indexOf("\r\n", at); next !== -1 && next + 1 < offset; next = text.indexOf("\r\n", at)) {
      pairs += 1;
      at = next + 2;
    }
    return offset - pairs;
  };
}

function requireOurs({ project: { root }, otherWays }: DraftContext, located: Located): void {
  if (located.kind === "directory") throw new ToolError("is_directory", `${showPath(located.shown)} is a directory.`);
  if (located.masked) {
    throw new ToolError("secret_file", `${showPath(located.shown)} holds secrets; its code is not edited.`);
  }
  if (!isInside(root, located.real)) {
    throw new ToolError(
      "outside_project",
      `${showPath(located.shown)} is outside of the project, in whose files alone symbols are edited. \`${otherWays.editText}\` edits text there.`,
    );
  }
}

function overlapping(path: string): ToolError {
  return new ToolError(
    "overlapping_edits",
    `Two edits of ${showPath(path)} change the same text; nothing was changed.`,
  );
}

function removed(path: string): ToolError {
  return new ToolError("not_found", `${showPath(path)} is removed or moved by an edit before this one.`);
}
