import { randomBytes } from "node:crypto";
import { realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { foldEntries } from "../agent/log/thread-state.ts";
import { pruneThreads, type ThreadRetention, type ThreadStore } from "../agent/log/thread-store.ts";
import { type CommandArguments, exitCodes, usageError } from "../cli/command.ts";
import { quoteWord } from "../cli/shell-quote.ts";
import type { Terminal } from "../cli/terminal.ts";
import { fitText, padText } from "../cli/text-width.ts";
import { makeOneLine } from "../cli/visible-text.ts";
import { openFileThreads } from "../thread-files/file-threads.ts";
import { visibleJson } from "../tool/describe-value.ts";
import { didYouMean } from "../tool/nearest-name.ts";
import { errorCode } from "../tool/tool-error.ts";
import type { ChatOptions } from "./chat-options.ts";

/** The thread of a conversation, and where it is kept. */
export interface ChosenThread {
  readonly thread: string;
  /** Undefined if nothing is kept. */
  readonly kept: { readonly store: ThreadStore; readonly directory: string } | undefined;
  /** Something was said in it before. */
  readonly isOld: boolean;
  /** What was typed for the model. */
  readonly words: readonly string[];
}

const threadName = /^[\w][\w.-]{0,63}$/;

/** Finds or names the thread; without `--store`, `--thread` and `--resume` there is none that outlives the program. */
export async function chooseThread(options: ChatOptions, args: CommandArguments): Promise<ChosenThread> {
  const { given, values, positionals: words } = args;
  const begins = values["thread"];
  if (begins !== undefined && given.has("resume")) throw usageError("--thread and --resume exclude each other.");
  if (!["store", "thread", "resume"].some((flag) => given.has(flag))) {
    return { thread: "chat", kept: undefined, isOld: false, words };
  }
  if (begins !== undefined && !threadName.test(begins)) {
    throw usageError(`--thread ${visibleJson(begins)} must be up to 64 letters, digits, dots, dashes and underscores.`);
  }
  const kept = await openKept(options, args);
  if (begins !== undefined && (await kept.store.read(begins)).length > 0) {
    throw usageError(`There is a thread ${begins} in ${kept.directory} already. --resume ${begins} goes on with it.`);
  }
  if (!given.has("resume")) return { thread: begins ?? newName(), kept, isOld: false, words };
  const latest = (await kept.store.list()).toSorted((one, other) => other.changedAt - one.changedAt);
  const named = values["resume"];
  const found = named === undefined ? latest[0] : latest.find(({ thread }) => thread === named);
  if (found !== undefined) return { thread: found.thread, kept, isOld: true, words };
  const known = latest.map(({ thread }) => thread);
  throw usageError(describeUnknownThread(named, known, kept.directory, `${options.program} ${options.name}`));
}

function describeUnknownThread(
  named: string | undefined,
  known: readonly string[],
  directory: string,
  command: string,
): string {
  const none = `No thread is kept in ${directory}.`;
  const shown = known.slice(0, mostListed).join(", ");
  const more = known.length > mostListed ? ` and ${known.length - mostListed} more; --threads lists them` : "";
  const there = known.length === 0 ? none : `In ${directory}: ${shown}${more}.`;
  if (named === undefined) return `${none} Begin one: ${command} --thread NAME`;
  const isName = threadName.test(named);
  const next = isName
    ? `Begin it: ${command} --thread ${named}`
    : `Words for the latest thread stand before the flag: ${command} ${quoteWord(named)} --resume`;
  return `There is no thread ${visibleJson(named)}.${didYouMean(named, known)} ${there}\n${next}`;
}

const mostListed = 10;

async function openKept(
  { cwd, threadDirectory, untrustedDirectory }: ChatOptions,
  args: CommandArguments,
): Promise<NonNullable<ChosenThread["kept"]>> {
  const named = args.values["store"];
  const directory = named === undefined ? await threadDirectory(args) : resolve(cwd, named);
  const untrusted = named === undefined ? undefined : await untrustedDirectory?.(args);
  if (untrusted !== undefined && isInside(await realPath(directory), await realPath(untrusted))) {
    const why = `a thread in ${untrusted} could hold decisions that nobody here has made`;
    throw usageError(
      `--store ${named} lies in the project, and ${why}. Name a directory outside of it, or leave --store out`,
    );
  }
  return { store: openFileThreads({ directory }), directory };
}

function isInside(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Links followed as far as the path exists. */
async function realPath(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined || dirname(path) === path) return real ?? path;
  return join(await realPath(dirname(path)), basename(path));
}

/** By time, so that a list of names is in order; the end keeps two that begin at once apart. */
function newName(): string {
  const time = new Date().toISOString().replaceAll(/[-:]/g, "").replace("T", "-").slice(0, 13);
  return `${time}-${randomBytes(2).toString("hex")}`;
}

/** `--threads`: names, when they changed, how they stand, and how they began. */
export async function listThreads(options: ChatOptions, args: CommandArguments, terminal: Terminal): Promise<number> {
  const { store, directory } = await openKept(options, args);
  const facts = (await store.list()).toSorted((one, other) => other.changedAt - one.changedAt);
  const rows = await Promise.all(
    facts.map(async ({ thread, entries, changedAt }) => {
      const how = await describeThread(store, thread);
      return { thread, changedAt: new Date(changedAt).toISOString(), entries, ...how };
    }),
  );
  if (args.given.has("json")) await terminal.print(JSON.stringify(rows));
  else if (rows.length === 0) await terminal.tell(`No thread is kept in ${directory}.`);
  const width = Math.max(0, ...rows.map(({ thread }) => thread.length));
  for (const { thread, changedAt, status, begins } of args.given.has("json") ? [] : rows) {
    const line = `${padText(thread, width)}  ${changedAt.slice(0, 16).replace("T", " ")}  ${padText(status, 9)}  ${makeOneLine(begins)}`;
    await terminal.print(terminal.columns === undefined ? line : fitText(line, terminal.columns));
  }
  return exitCodes.ok;
}

/** One thread that cannot be read does not hide the others. */
async function describeThread(store: ThreadStore, thread: string) {
  try {
    const log = await store.read(thread);
    const first = log.find((entry) => entry.type === "user");
    const said = first?.content.map((part) => (part.type === "text" ? part.text : `[${part.mimeType}]`)).join(" ");
    return { status: foldEntries(log).end?.status ?? "cut off", begins: said ?? "" };
  } catch (error) {
    if (errorCode(error) !== "thread_damaged") throw error;
    return { status: "damaged", begins: "" };
  }
}

/** `--delete`: the thread is gone with everything in it. */
export async function deleteThread(options: ChatOptions, args: CommandArguments, terminal: Terminal): Promise<number> {
  const { store, directory } = await openKept(options, args);
  const thread = args.values["delete"] ?? "";
  if (!(await store.delete(thread))) {
    throw usageError(`There is no thread ${JSON.stringify(thread)} in ${directory}. --threads lists them.`);
  }
  await terminal.tell(`Deleted ${thread}.`);
  return exitCodes.ok;
}

const dayMs = 86_400_000;

/** `--keep-days` and `--keep-threads`; undefined if every thread stays. */
export function readRetention({ given, values }: CommandArguments): Omit<ThreadRetention, "now"> | undefined {
  const days = readCount("keep-days", values["keep-days"]);
  const maxThreads = readCount("keep-threads", values["keep-threads"]);
  if (days === undefined && maxThreads === undefined) return undefined;
  if (!["store", "thread", "resume"].some((flag) => given.has(flag))) {
    throw usageError("--keep-days and --keep-threads need --store, --thread or --resume; otherwise nothing is kept");
  }
  return {
    ...(days === undefined ? {} : { maxAgeMs: days * dayMs }),
    ...(maxThreads === undefined ? {} : { maxThreads }),
  };
}

/** Deletes what is too old or too much, and tells it. */
export async function pruneKept(
  store: ThreadStore,
  retention: Omit<ThreadRetention, "now">,
  terminal: Terminal,
): Promise<void> {
  const deleted = await pruneThreads(store, { ...retention, now: Date.now() });
  if (deleted.length > 0) await terminal.tell(`Deleted old threads: ${deleted.map(makeOneLine).join(", ")}.`);
}

/** A positive number of a flag; undefined if it was not given. */
export function readCount(flag: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const count = Number(given);
  if (Number.isFinite(count) && count > 0) return count;
  throw usageError(`--${flag} ${given} must be a number above 0`);
}
