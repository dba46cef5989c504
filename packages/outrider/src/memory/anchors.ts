import { createHash } from "node:crypto";
import { isToolError, ToolError } from "toolwright";
import { showPath } from "../workspace/paths/check-path.ts";
import type { Located } from "../workspace/paths/located.ts";
import type { ProjectFiles } from "../workspace/project.ts";

const maxCandidates = 300;

/** `path` or `path#Symbol/name` with the hash of the file. */
export type Anchors = ReadonlyMap<string, string>;

const maxGiven = 50;
const maxFound = 20;
const largestFile = 16 * 1024 * 1024;

/** The requested anchors; a ToolError names one that is invalid. */
export async function takeAnchors(
  files: ProjectFiles,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Anchors> {
  if (names.length > maxGiven) {
    throw new ToolError("too_many_anchors", `${names.length} anchors were given; ${maxGiven} is the most.`);
  }
  const anchors = new Map<string, string>();
  for (const name of names) {
    signal.throwIfAborted();
    const { key, hash } = await takeAnchor(files, name);
    anchors.set(key, hash);
  }
  return anchors;
}

/** Files of the project mentioned in the text; if there are many, only the first. */
export async function findAnchors(files: ProjectFiles, text: string, signal: AbortSignal): Promise<Anchors> {
  const anchors = new Map<string, string>();
  for (const candidate of findPaths(text)) {
    signal.throwIfAborted();
    if (anchors.size >= maxFound) break;
    try {
      const { key, hash } = await takeAnchor(files, candidate);
      anchors.set(key, hash);
    } catch (error) {
      // A word that just looks like a path, or a file that must not be read.
      if (!isToolError(error)) throw error;
    }
  }
  return anchors;
}

async function takeAnchor(files: ProjectFiles, name: string): Promise<{ readonly key: string; readonly hash: string }> {
  const { path, symbol } = await splitAnchor(files, name);
  const file = await files.locate(path, "read");
  if (file.kind === "missing") throw refuse(name, "names no file of the project");
  if (file.kind === "directory") throw refuse(name, "is a directory; an anchor is a file or `path#Symbol`");
  if (file.area !== "project") throw refuse(name, "is outside of the project");
  // A shared memory is part of the repository, and a short secret could be guessed from its hash.
  if (file.masked) throw refuse(name, "holds secrets, of which not even a hash is kept");
  if (file.shown.startsWith(".outrider/")) throw refuse(name, "belongs to Outrider");
  const bytes = await readBytes(files, file);
  if (symbol !== undefined && !hasName(bytes, symbol)) {
    throw refuse(name, `names a symbol that is not in ${showPath(file.shown)}`);
  }
  return { key: symbol === undefined ? file.shown : `${file.shown}#${symbol}`, hash: hashContent(bytes) };
}

function refuse(name: string, why: string): ToolError {
  return new ToolError("bad_anchor", `The anchor ${showPath(name)} ${why}.`);
}

/** File names may contain "#"; if a file with the whole name exists, that is meant. */
async function splitAnchor(
  files: ProjectFiles,
  name: string,
): Promise<{ readonly path: string; readonly symbol: string | undefined }> {
  const at = name.indexOf("#");
  const whole = at <= 0 ? undefined : await files.locate(name, "read").catch(() => undefined);
  if (at <= 0 || whole?.kind === "file") return { path: name, symbol: undefined };
  return { path: name.slice(0, at), symbol: name.slice(at + 1) };
}

/** Until symbols are supported, it is enough that the last part of a name path occurs in the file as a word. */
function hasName(bytes: Buffer, symbol: string): boolean {
  const name = symbol.split(/[/.]/).findLast((part) => part !== "");
  if (name === undefined) return false;
  const literal = name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\p{L}\\p{N}_$])${literal}(?![\\p{L}\\p{N}_$])`, "u").test(bytes.toString("utf8"));
}

async function readBytes(files: ProjectFiles, file: Located): Promise<Buffer> {
  const handle = await files.open(file);
  try {
    const { size } = await handle.stat();
    if (size > largestFile) throw refuse(file.shown, `has ${size} bytes; ${largestFile} is the most`);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** Checks anchors for one answer: each file is read once, however many memories refer to it. */
export function createAnchorJudge(
  files: ProjectFiles,
  known: HashCache,
): (anchors: Anchors) => Promise<readonly string[]> {
  const seen = new Map<string, Promise<string | undefined>>();
  const hashOf = (path: string): Promise<string | undefined> => {
    const found = seen.get(path) ?? currentHash(files, path, known);
    seen.set(path, found);
    return found;
  };
  return async (anchors) => {
    const stale: string[] = [];
    for (const [name, hash] of anchors) {
      const verdict = await judge(name, hash);
      if (verdict !== undefined) stale.push(`${name} ${verdict}`);
    }
    return stale;
  };

  async function judge(name: string, hash: string): Promise<string | undefined> {
    const { path, symbol } = await splitAnchor(files, name);
    const now = await hashOf(path);
    if (now === undefined) return "gone";
    if (now === hash) return undefined;
    if (symbol === undefined) return "changed";
    const bytes = await readBytes(files, await files.locate(path, "read"));
    return hasName(bytes, symbol) ? "(its file changed)" : "no longer named in its file";
  }
}

/** Hashes by real path, valid as long as the file's inode, size and mtime are the same. */
export type HashCache = Map<string, { readonly look: string; readonly hash: string }>;

/** A file that was just written can change again without a difference in its metadata. */
const settledMs = 2_000;
const maxKnown = 5_000;

/** Undefined if there is no such file, or it must not be read. */
async function currentHash(files: ProjectFiles, path: string, known: HashCache): Promise<string | undefined> {
  try {
    const file = await files.locate(path, "read");
    if (file.kind !== "file" || file.masked) return undefined;
    const handle = await files.open(file);
    try {
      const { ino, size, mtimeMs } = await handle.stat();
      const look = `${ino}:${size}:${mtimeMs}`;
      const cached = known.get(file.real);
      if (cached?.look === look) return cached.hash;
      if (size > largestFile) return "too large";
      const hash = hashContent(await handle.readFile());
      if (known.size >= maxKnown) known.clear();
      if (Date.now() - mtimeMs > settledMs) known.set(file.real, { look, hash });
      return hash;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isToolError(error)) return undefined;
    throw error;
  }
}

/** Hash of a file's content, regardless of whether git checked it out with Windows line ends; 16 hex digits. */
function hashContent(bytes: Buffer): string {
  const hash = createHash("sha256");
  let from = 0;
  for (let at = bytes.indexOf("\r\n"); at >= 0; at = bytes.indexOf("\r\n", at + 1)) {
    hash.update(bytes.subarray(from, at));
    from = at + 1;
  }
  return hash.update(bytes.subarray(from)).digest("hex").slice(0, 16);
}

/** Possible file paths in a text, with or without `#Symbol`; the caller has to check whether they exist. */
function findPaths(text: string): readonly string[] {
  const found = new Set<string>();
  const add = (candidate: string): void => {
    const path = tidy(candidate);
    if (path !== "" && !path.includes("//") && found.size < maxCandidates) found.add(path);
  };
  for (const [, span = ""] of text.matchAll(/`([^`\n]{1,200})`/g)) add(span);
  for (const [, target = ""] of text.matchAll(/\]\(([^)\s]{1,200})\)/g)) add(target);
  for (const [word] of text.matchAll(/[\p{L}\p{N}_@.+\-/#$]{3,200}/gu)) if (/[./]/.test(word)) add(word);
  return [...found];
}

/** Strips what surrounds a path in prose: quotes, a leading "./", a trailing full stop or line number. */
function tidy(candidate: string): string {
  return candidate
    .trim()
    .replace(/^['"]|['"]$/g, "")
    .replace(/^(?:\.\/)+/, "")
    .replace(/(?::\d+)*(?:-\d+)?$/, "")
    .replace(/[.,;:]+$/, "");
}
