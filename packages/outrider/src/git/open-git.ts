import type { Call, ToolError } from "toolwright";
import { findOutside, pathOutside } from "../workspace/programs/find-on-path.ts";
import type { Project } from "../workspace/project.ts";
import { findRepository, hasOwnRecords } from "../workspace/projects/git-places.ts";
import { limitSignal } from "../workspace/time/limit-signal.ts";

export type GitCall = Pick<Call, "exec" | "spawn" | "signal">;

/**
 * The user's git, asked for recorded data only: when git reads files of the project itself, settings of the repository can make
 * it run filters, hooks and monitors. So files are read by us, and only plumbing commands are used.
 */
export interface Git {
  readonly root: string;
  readonly signal: AbortSignal;
  /** What a command prints; throws a ToolError if it fails. */
  read(args: readonly string[]): Promise<string>;
  /** The same, or undefined if it fails. */
  tryRead(args: readonly string[]): Promise<string | undefined>;
  /** How many bytes files have, by the ids of their contents; without those that are missing. */
  sizesOf(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The contents of files by their ids; without those that are missing. */
  readBlobs(ids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
}

/** Makes the error of a tool from a clause about the project. */
export type DescribeFailure = (why: string) => ToolError;

export async function openGit(project: Project, call: GitCall, fail: DescribeFailure): Promise<Git> {
  const { root, outermost } = project;
  const repository = await findRepository(root);
  if (repository === undefined) throw fail("is in no git repository");
  if (!(await hasOwnRecords(repository)))
    throw fail("has a .git that leads to another repository, which does not know this checkout; nothing is read there");
  const found = await findOutside("git", process.env, outermost);
  if (found === undefined) throw fail("cannot be read by git: there is no git on PATH outside of the project");
  const options = { cwd: root, env: environment(await pathOutside(process.env, outermost)) };

  async function run(args: readonly string[], input?: string) {
    try {
      return await call.exec(found?.file ?? "git", [...quiet, ...args], {
        ...options,
        ...(input === undefined ? {} : { input }),
        maxOutputBytes: 128 * 1024 * 1024,
        timeoutMs,
      });
    } catch (error) {
      call.signal.throwIfAborted();
      throw fail(error instanceof Error ? `cannot be read by git: ${error.message}` : "cannot be read by git");
    }
  }

  async function read(args: readonly string[], input?: string): Promise<string> {
    const { exitCode, stdout, stderr } = await run(args, input);
    if (exitCode === 0 && !stdout.truncated) return stdout.text;
    const why = stdout.truncated ? "has too many files" : `cannot be read by git: ${stderr.text.trim().slice(0, 200)}`;
    throw fail(why);
  }

  async function sizesOf(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (ids.length === 0) return new Map();
    return parseSizes(await read(["cat-file", "--batch-check"], lined(ids)));
  }

  async function readBlobs(ids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    if (ids.length === 0) return new Map();
    // Bytes, not text: a blob is in any encoding.
    const running = call.spawn(found?.file ?? "git", [...quiet, "cat-file", "--batch"], { ...options, stdin: "pipe" });
    const limit = limitSignal([call.signal], timeoutMs);
    limit.signal.addEventListener("abort", () => running.stdout.destroy(), { once: true });
    try {
      running.stdin?.on("error", () => {});
      running.stdin?.end(lined([...new Set(ids)]));
      running.stderr.resume();
      const chunks: Buffer[] = [];
      for await (const chunk of running.stdout) chunks.push(Buffer.from(chunk));
      call.signal.throwIfAborted();
      return parseBatch(Buffer.concat(chunks));
    } catch (error) {
      call.signal.throwIfAborted();
      throw limit.isLate() ? fail(`cannot be read by git: it took longer than ${timeoutMs / 1_000} s`) : error;
    } finally {
      limit.release();
      await running.kill();
    }
  }

  return {
    root,
    signal: call.signal,
    read: (args) => read(args),
    sizesOf,
    readBlobs,
    async tryRead(args) {
      const { exitCode, stdout } = await run(args);
      return exitCode === 0 && !stdout.truncated ? stdout.text : undefined;
    },
  };
}

const timeoutMs = 20_000;

const quiet = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "--no-pager", "--literal-pathspecs"];

/** A partial clone would fetch missing objects, using any command its settings name. */
function environment(path: string): Readonly<Record<string, string>> {
  return {
    PATH: path,
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_TERMINAL_PROMPT: "0",
  };
}

function lined(ids: readonly string[]): string {
  return ids.map((id) => `${id}\n`).join("");
}

/** Lines of `ID blob SIZE`; of what is missing, only `ID missing`. */
function parseSizes(printed: string): ReadonlyMap<string, number> {
  return new Map([...printed.matchAll(/^([\da-f]+) blob (\d+)$/gm)].map(([, id = "", size]) => [id, Number(size)]));
}

/** Each object as `ID blob SIZE`, a line end, its bytes and a line end. */
function parseBatch(printed: Buffer): ReadonlyMap<string, Uint8Array> {
  const blobs = new Map<string, Uint8Array>();
  for (let at = 0; at < printed.length;) {
    const end = printed.indexOf(0x0a, at);
    if (end === -1) break;
    const [, id, size] = /^([\da-f]+) blob (\d+)$/.exec(printed.toString("latin1", at, end)) ?? [];
    at = end + 1;
    if (id === undefined) continue;
    blobs.set(id, printed.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return blobs;
}
