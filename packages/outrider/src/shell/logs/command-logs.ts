import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { createHandleId } from "toolwright/spill";
import { commandIdOf } from "./command-handle.ts";
import { type CommandLog, createCommandLog } from "./command-log.ts";
import { pruneLogs } from "./prune-logs.ts";

/** The logs of all commands of this server. */
export interface CommandLogs {
  /** A new log, kept in a directory that is created once the output is no longer small. */
  open(directory: () => Promise<string>): CommandLog;
  /** A log of this server that is still being written. */
  live(handle: string): CommandLog | undefined;
  /** Must be called when a log is finished or gone. */
  settle(log: CommandLog): void;
  /** Paths where the file of a finished log may be, one for each known directory. */
  candidates(handle: string): readonly string[];
  /** Adds a directory of earlier logs. */
  know(directory: string): void;
}

export interface CommandLogsOptions {
  readonly maxBytes: number;
  /** Limit for the finished logs in one directory. Default: 256 MB. */
  readonly quotaBytes?: number;
  /** Default: 24 hours. */
  readonly maxAgeMs?: number;
  readonly now?: () => number;
}

export function openCommandLogs(options: CommandLogsOptions): CommandLogs {
  const { maxBytes, quotaBytes = 256_000_000, maxAgeMs = 24 * 3_600_000, now = Date.now } = options;
  const live = new Map<string, CommandLog>();
  const directories = new Set<string>();

  async function prepare(directory: () => Promise<string>): Promise<string> {
    const folder = await directory();
    await chmod(folder, 0o700);
    directories.add(folder);
    await pruneLogs(folder, { quotaBytes, maxAgeMs, now });
    return folder;
  }

  return {
    open(directory) {
      const log = createCommandLog({ id: createHandleId(), directory: () => prepare(directory), maxBytes });
      live.set(log.handle, log);
      return log;
    },
    live: (handle) => live.get(handle),
    settle: (log) => void live.delete(log.handle),
    candidates(handle) {
      const id = commandIdOf(handle);
      return id === undefined ? [] : [...directories].map((directory) => join(directory, `${id}.log`));
    },
    know: (directory) => void directories.add(directory),
  };
}
