import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { createHandleId } from "toolwright/spill";
import { shortHash } from "../../workspace/projects/state-directory.ts";
import { commandIdOf } from "./command-handle.ts";
import { type CommandLog, createCommandLog } from "./command-log.ts";
import { pruneLogs } from "./prune-logs.ts";

/** The logs of all commands of this server. */
export interface CommandLogs {
  /** A new log, kept in a directory that is created once the output is no longer small. */
  open(principal: string, directory: () => Promise<string>): CommandLog;
  /** A log of this principal that is still being written. */
  live(handle: string, principal: string): CommandLog | undefined;
  /** Must be called when a log is finished or gone. */
  settle(log: CommandLog): void;
  /** Paths where the file of a finished log of this principal may be, one for each known directory. */
  candidates(handle: string, principal: string): readonly string[];
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
  const live = new Map<string, { readonly log: CommandLog; readonly principal: string }>();
  const directories = new Set<string>();

  async function prepare(directory: () => Promise<string>): Promise<string> {
    const folder = await directory();
    await chmod(folder, 0o700);
    directories.add(folder);
    await pruneLogs(folder, { quotaBytes, maxAgeMs, now });
    return folder;
  }

  return {
    open(principal, directory) {
      const id = createHandleId();
      const name = fileNameOf(id, principal);
      const log = createCommandLog({ id, name, directory: () => prepare(directory), maxBytes });
      live.set(log.handle, { log, principal });
      return log;
    },
    live(handle, principal) {
      const found = live.get(handle);
      return found?.principal === principal ? found.log : undefined;
    },
    settle: (log) => void live.delete(log.handle),
    candidates(handle, principal) {
      const id = commandIdOf(handle);
      if (id === undefined) return [];
      const name = fileNameOf(id, principal);
      return [...directories].map((directory) => join(directory, `${name}.log`));
    },
    know: (directory) => void directories.add(directory),
  };
}

/** The owner is part of the name, so that a handle leads nobody else to the file, after a restart either. */
function fileNameOf(id: string, principal: string): string {
  return `${id}-${shortHash(principal)}`;
}
