import { createHash } from "node:crypto";
import { type BigIntStats, lstatSync } from "node:fs";
import { join } from "node:path";
import { type Call, ToolError } from "toolwright";
import { createYield } from "../../workspace/freshness/yield-to-loop.ts";
import { findOutside, pathOutside } from "../../workspace/programs/find-on-path.ts";
import type { Project } from "../../workspace/project.ts";
import { findRepository } from "../../workspace/projects/git-places.ts";

type Asking = Pick<Call, "exec" | "signal">;

/** The git of the user, never one that the repository brings, and where it finds programs of its own. */
interface Git extends Asking {
  readonly file: string;
  readonly path: string;
}

/**
 * Those of these files that differ from the last commit; why that is not known, where there is no git. Git is only asked for recorded data: when
 * it reads files itself, the repository's settings can make it run filters, hooks and monitors.
 */
export async function changedFiles(
  project: Project,
  files: readonly string[],
  call: Asking,
): Promise<{ readonly paths: readonly string[] } | { readonly unknown: string }> {
  const { root } = project;
  if ((await findRepository(root)) === undefined) return { unknown: "the project is in no git repository" };
  const git = await findGit(project.outermost, call);
  const entries = readIndexEntries(await ask(git, root, ["ls-files", "-z", "--stage", "--debug"]));
  const staged = await stagedFiles(git, root);
  const pause = createYield(git.signal);
  const changed: string[] = [];
  for (const path of files) {
    await pause();
    const entry = entries.get(path);
    if (entry === undefined || staged === undefined || staged.has(path)) changed.push(path);
    else if (await isOther(project, path, entry)) changed.push(path);
  }
  return { paths: changed };
}

async function findGit(root: string, call: Asking): Promise<Git> {
  const found = await findOutside("git", process.env, root);
  if (found === undefined) throw noGit("cannot be read by git: there is no git on PATH outside of the project");
  return { exec: call.exec, signal: call.signal, file: found.file, path: await pathOutside(process.env, root) };
}

/** Files staged since the last commit; undefined if there is no commit. */
async function stagedFiles(git: Git, root: string): Promise<ReadonlySet<string> | undefined> {
  const { exitCode } = await runGit(git, root, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
  if (exitCode !== 0) return undefined;
  const names = await ask(git, root, ["diff-index", "--cached", "--name-only", "--relative", "-z", "HEAD", "--"]);
  return new Set(names.split("\0"));
}

/** A file with the same stamp is unchanged; for others the content decides. */
async function isOther(project: Project, path: string, entry: IndexEntry): Promise<boolean> {
  const stats = tryStat(join(project.root, path));
  if (stats === undefined || isSameStamp(stats, entry)) return false;
  return (await blobId(project, path, entry.id.length)) !== entry.id;
}

function tryStat(file: string): BigIntStats | undefined {
  return lstatSync(file, { bigint: true, throwIfNoEntry: false });
}

function isSameStamp(stats: BigIntStats, { size, mtimeNs, ctimeNs }: IndexEntry): boolean {
  // On Windows git and Node mean different times by "ctime".
  const isSameChange = process.platform === "win32" || stats.ctimeNs === ctimeNs;
  return isSameChange && stats.mtimeNs === mtimeNs && stats.size === size;
}

async function blobId({ files }: Project, path: string, length: number): Promise<string | undefined> {
  try {
    const handle = await files.open(await files.locate(path, "read"));
    try {
      const { size } = await handle.stat();
      if (size > maxHashedBytes) return undefined;
      const bytes = await handle.readFile();
      const hash = createHash(length === 40 ? "sha1" : "sha256");
      return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
    } finally {
      await handle.close();
    }
  } catch {
    // Unreadable files are reported where the file is judged.
    return undefined;
  }
}

const maxHashedBytes = 32 * 1024 * 1024;

async function ask(git: Git, root: string, args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runGit(git, root, args);
  if (exitCode === 0 && !stdout.truncated) return stdout.text;
  const why = stdout.truncated ? "has too many files" : `cannot be read by git: ${stderr.text.trim().slice(0, 200)}`;
  throw noGit(why);
}

async function runGit(git: Git, root: string, args: readonly string[]) {
  const quiet = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "--no-pager"];
  try {
    return await git.exec(git.file, [...quiet, ...args], {
      cwd: root,
      // A partial clone would fetch missing objects, using any command its settings name.
      env: {
        PATH: git.path,
        GIT_OPTIONAL_LOCKS: "0",
        GIT_NO_LAZY_FETCH: "1",
        GIT_ALLOW_PROTOCOL: "none",
        GIT_TERMINAL_PROMPT: "0",
      },
      maxOutputBytes: 128 * 1024 * 1024,
      timeoutMs: 20_000,
    });
  } catch (error) {
    git.signal.throwIfAborted();
    throw noGit(error instanceof Error ? `cannot be read by git: ${error.message}` : "cannot be read by git");
  }
}

function noGit(why: string): ToolError {
  return new ToolError("no_git", `What has changed is not known: the project ${why}. Give a path, or all of it.`, {
    next: { tool: "diagnostics", input: { scope: "project" } },
  });
}

/** What git recorded about a file when it last read it. */
interface IndexEntry {
  /** Hash of the content, in hex. */
  readonly id: string;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
}

/** Parses the output of `git ls-files -z --stage --debug`; conflicted files are left out and so count as changed. */
function readIndexEntries(printed: string): ReadonlyMap<string, IndexEntry> {
  const entries = new Map<string, IndexEntry>();
  for (const [, id = "", path = "", rest = ""] of printed.matchAll(entry)) {
    const [, ctime = "", mtime = "", size = ""] = stamps.exec(rest) ?? [];
    if (size !== "")
      entries.set(path, { id, size: BigInt(size), mtimeNs: nanoseconds(mtime), ctimeNs: nanoseconds(ctime) });
  }
  return entries;
}

const entry = /\d{6} ([\da-f]{40,64}) 0\t([^\0]+)\0((?: {2}[^\n]*\n)*)/g;
const stamps = /ctime: (\d+:\d+)\s+mtime: (\d+:\d+)[^]*size: (\d+)/;

function nanoseconds(stamp: string): bigint {
  const [seconds = "0", rest = "0"] = stamp.split(":");
  return BigInt(seconds) * 1_000_000_000n + BigInt(rest);
}
