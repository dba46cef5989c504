import { stat } from "node:fs/promises";
import { diffLines } from "../../edits/diff.ts";
import type { ChangedFile, FileState } from "../../git/list-changes.ts";
import type { Git } from "../../git/open-git.ts";
import { languageById, languageOf } from "../../languages/language-of.ts";
import { type FileVersion, readDeclared, type ReadVersion } from "../../syntax/changes/declared.ts";
import type { ProjectSymbols } from "../../syntax/project-symbols.ts";
import { isMinified, maxIndexedBytes } from "../../syntax/workers/file-rules.ts";
import type { Project } from "../../workspace/project.ts";
import { decodeText } from "../../workspace/text/decode-text.ts";

/** The two versions of one file; a path on one side only may be the other half of a rename. */
export interface FileChange {
  /** Where it is now, or where it was. */
  readonly path: string;
  readonly from?: string;
  readonly isAdded: boolean;
  readonly isRemoved: boolean;
  readonly before: ReadSide;
  readonly after: ReadSide;
  readonly lines: { readonly added: number; readonly removed: number };
}

/** "text": it has no declarations that code could name, or they could not be read, for this reason. */
export type ReadSide =
  | { readonly kind: "none" }
  | { readonly kind: "code"; readonly text: string; readonly version: ReadVersion; readonly broken: boolean }
  | { readonly kind: "text"; readonly text: string; readonly why?: string }
  | { readonly kind: "unread"; readonly why: string };

export interface VersionOptions {
  readonly project: Project;
  readonly symbols: ProjectSymbols;
  readonly git: Git;
  /** Whether there is time for another file. */
  readonly hasTime: () => boolean;
  readonly onFile?: (done: number, total: number) => void;
}

export interface ReadChanges {
  readonly files: readonly FileChange[];
  /** Files that nobody may see. */
  readonly withheld: number;
  /** Files that differ in their line ends alone, as a checkout may convert them. */
  readonly lineEnds: number;
  /** Files for which there was no time, or which are too many. */
  readonly left: readonly string[];
}

/** More changed files than this are not read. */
const maxFiles = 400;
const maxBlobBytes = maxIndexedBytes;
/** Of both versions of all files together: comparing takes some five times as much memory. */
const maxAllBytes = 32 * 1024 * 1024;
const atOnce = 4;

/** Reads both versions of changed files; those of one content at two paths, or nearly, are a rename. */
export async function readVersions(listed: readonly ChangedFile[], options: VersionOptions): Promise<ReadChanges> {
  const { project, git } = options;
  const seen = listed.filter(({ path }) => project.files.judge(path) !== "denied");
  const { wanted, blobs } = await readWanted(seen.slice(0, maxFiles), options);
  const files: FileChange[] = [];
  const chosen = new Set(wanted);
  const left = seen.filter((each) => !chosen.has(each)).map(({ path }) => path);
  const open = wanted.entries();
  const work = async (): Promise<void> => {
    for (const [index, each] of open) {
      git.signal.throwIfAborted();
      if (!options.hasTime()) {
        left.push(each.path);
        continue;
      }
      files[index] = await readChange(each, blobs, options);
      options.onFile?.(index + 1, wanted.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const read = files.filter((each) => each !== undefined);
  const kept = read.filter((each) => !isOnlyLineEnds(each));
  return { files: joinRenamed(kept), withheld: listed.length - seen.length, lineEnds: read.length - kept.length, left };
}

/** Those that fit into the memory for all together, the small ones first, with what git has recorded of them. */
async function readWanted(
  listed: readonly ChangedFile[],
  { project, git }: VersionOptions,
): Promise<{ readonly wanted: readonly ChangedFile[]; readonly blobs: ReadonlyMap<string, Uint8Array> }> {
  const recorded = new Map(listed.map((each) => [each, project.files.judge(each.path) === "open" ? idsOf(each) : []]));
  const sizes = await git.sizesOf([...recorded.values()].flat());
  const mayBeRead = (id: string): boolean => (sizes.get(id) ?? Infinity) <= maxBlobBytes;
  const bySize = await Promise.all(
    Array.from(recorded, async ([each, ids]) => {
      const size = ids.filter(mayBeRead).reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0);
      return { each, ids, size: size + (await sizeOnDisk(project, each)) };
    }),
  );
  let room = maxAllBytes;
  const fitting = bySize.toSorted((a, b) => a.size - b.size).filter(({ size }) => (room -= size) >= 0);
  const chosen = new Set(fitting.map(({ each }) => each));
  const blobs = await git.readBlobs(fitting.flatMap(({ ids }) => ids.filter(mayBeRead)));
  return { wanted: listed.filter((each) => chosen.has(each)), blobs };
}

function idsOf({ before, after }: ChangedFile): readonly string[] {
  return [before, after].flatMap((side) => (side?.kind === "blob" ? [side.id] : []));
}

async function sizeOnDisk({ files }: Project, { path, after }: ChangedFile): Promise<number> {
  if (after?.kind !== "disk" || files.judge(path) !== "open") return 0;
  const located = await files.locate(path, "read").catch(() => undefined);
  if (located?.kind !== "file") return 0;
  const size = await stat(located.real).then(
    (found) => found.size,
    () => 0,
  );
  return size > maxBlobBytes ? 0 : size;
}

async function readChange(
  { path, before, after }: ChangedFile,
  blobs: ReadonlyMap<string, Uint8Array>,
  options: VersionOptions,
): Promise<FileChange> {
  const sides = {
    before: await readSide(path, before, blobs, options),
    after: await readSide(path, after, blobs, options),
  };
  return { path, isAdded: before === undefined, isRemoved: after === undefined, ...sides, lines: countLines(sides) };
}

async function readSide(
  path: string,
  state: FileState | undefined,
  blobs: ReadonlyMap<string, Uint8Array>,
  { project, symbols, git }: VersionOptions,
): Promise<ReadSide> {
  if (state === undefined) return { kind: "none" };
  if (state.kind === "link" || state.kind === "submodule") return { kind: "unread", why: state.kind };
  if (project.files.judge(path) !== "open") return { kind: "unread", why: "holds secrets" };
  const bytes = state.kind === "blob" ? blobs.get(state.id) : await readDisk(project, path);
  if (typeof bytes === "string") return { kind: "unread", why: bytes };
  if (bytes === undefined) return { kind: "unread", why: "too large or missing" };
  const text = decodeText(bytes)?.text;
  if (text === undefined) return { kind: "unread", why: "binary" };
  if (text.startsWith(largeFilePointer)) return { kind: "unread", why: "kept in Git LFS" };
  return await readCode(path, text, symbols, git.signal);
}

const largeFilePointer = "version https://git-lfs.github.com/spec/";

async function readDisk({ files }: Project, path: string): Promise<Uint8Array | string | undefined> {
  try {
    const located = await files.locate(path, "read");
    if (located.kind !== "file") return "not a file";
    const handle = await files.open(located);
    try {
      const { size } = await handle.stat();
      return size > maxBlobBytes ? "too large" : await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch {
    return "cannot be read";
  }
}

async function readCode(path: string, text: string, symbols: ProjectSymbols, signal: AbortSignal): Promise<ReadSide> {
  const language = languageOf(path);
  if (language === undefined && !text.startsWith("#!")) return { kind: "text", text };
  if (language?.content !== undefined) return { kind: "text", text };
  if (isMinified(path, text)) return { kind: "text", text, why: "minified" };
  const answer = await symbols.ofText(path, text, { signal });
  if (answer === undefined) return { kind: "text", text };
  if (answer.note !== undefined) return { kind: "text", text, why: answer.note };
  if (languageById(answer.language)?.content !== undefined) return { kind: "text", text };
  const { comments, quoted } = await symbols.partsOf(path, text, { signal });
  const isIndented = languageById(answer.language)?.editing?.indentedBlocks !== undefined;
  const version: FileVersion = {
    path,
    language: answer.language,
    text,
    symbols: answer.symbols,
    comments,
    quoted,
    isIndented,
  };
  return { kind: "code", text, version: readDeclared(version), broken: answer.broken };
}

/** A checkout may convert them, and then git tells no change. */
function isOnlyLineEnds({ before, after }: FileChange): boolean {
  if (!("text" in before) || !("text" in after) || before.text === after.text) return false;
  return even(before.text) === even(after.text);
}

function even(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

function textOf(side: ReadSide): string {
  return "text" in side ? even(side.text) : "";
}

function countLines({ before, after }: Pick<FileChange, "before" | "after">): FileChange["lines"] {
  const { added, removed } = diffLines(textOf(before), textOf(after), { maxLines: 0 });
  return { added, removed };
}

const minSimilar = 0.5;
const maxPairs = 2_500;

/** A file that is gone and one that is new with mostly the same lines are one that was renamed. */
function joinRenamed(files: readonly FileChange[]): readonly FileChange[] {
  const gone = files.filter(({ isRemoved, before }) => isRemoved && "text" in before);
  const come = files.filter(({ isAdded, after }) => isAdded && "text" in after);
  if (gone.length === 0 || come.length === 0 || gone.length * come.length > maxPairs) return files;
  const pairs = gone
    .flatMap((old) =>
      come.map((now) => ({ old, now, similarity: similarLines(textOf(old.before), textOf(now.after)) })),
    )
    .filter(({ similarity }) => similarity >= minSimilar)
    .toSorted((a, b) => b.similarity - a.similarity);
  const partner = new Map<FileChange, FileChange>();
  const taken = new Set<FileChange>();
  for (const { old, now } of pairs) {
    if (partner.has(now) || taken.has(old)) continue;
    partner.set(now, old);
    taken.add(old);
  }
  return files.flatMap((each) => {
    if (taken.has(each)) return [];
    const old = partner.get(each);
    if (old === undefined) return [each];
    const sides = { before: old.before, after: each.after };
    return [{ path: each.path, from: old.path, isAdded: false, isRemoved: false, ...sides, lines: countLines(sides) }];
  });
}

function similarLines(one: string, other: string): number {
  const counts = new Map<string, number>();
  const lines = linesOf(one);
  const others = linesOf(other);
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  let shared = 0;
  for (const line of others) {
    const left = counts.get(line) ?? 0;
    if (left === 0) continue;
    shared += 1;
    counts.set(line, left - 1);
  }
  return lines.length + others.length === 0 ? 0 : (2 * shared) / (lines.length + others.length);
}

function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line.trim().length > 2);
}
