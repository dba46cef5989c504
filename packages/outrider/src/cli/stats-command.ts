import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { type Command, exitCodes, usageError } from "toolwright/cli";
import { loadUserConfig } from "../workspace/config/config-file.ts";
import { userConfigFile } from "../workspace/config/user-config-file.ts";
import { openStateDirectory } from "../workspace/projects/open-state-directory.ts";
import { projectRootFor } from "../workspace/projects/start-root.ts";
import { projectFlags } from "./flags.ts";
import type { CommandContext } from "./command-context.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** `stats` shows what the calls of a project cost; the log holds counts and times, no contents. */
export function createStatsCommand({ cwd, env }: CommandContext): Command {
  return {
    name: "stats",
    usage: "",
    summary: "Show how often tools were called, how long they took and what they cost",
    details: "The log is on this machine alone and holds no arguments and no answers. Calls are kept for 90 days.",
    flags: {
      ...pick("project", "state-dir"),
      "read-only": { type: "boolean", summary: "Of servers that were started so: their log is elsewhere" },
      days: { type: "string", value: "N", summary: "Only the last N days" },
      json: { type: "boolean", summary: "Print it as one line of JSON" },
    },
    takes: [0, 0],
    async run({ given, values }, terminal) {
      const since = readSince(values["days"]);
      const named = values["project"] === undefined ? undefined : resolve(cwd, values["project"]);
      const wanted = await projectRootFor(named, cwd);
      const root = await realpath(wanted).catch(() => {
        throw usageError(`There is no directory ${wanted}`);
      });
      const stateDir = values["state-dir"] === undefined ? undefined : resolve(cwd, values["state-dir"]);
      const user = await loadUserConfig(userConfigFile(env));
      const readOnly = given.has("read-only") || user.config.security.read_only;
      // Only computes the path: a project that was never opened is not touched.
      const folder = await openStateDirectory({ root, stateDir, readOnly }).localPath("usage");
      // Loaded lazily: a starting server must not wait for code that only this command needs.
      const [{ readUsage }, { formatStats }] = await Promise.all([
        import("../usage/read-usage.ts"),
        import("../usage/format-stats.ts"),
      ]);
      const usage = await readUsage(folder, since);
      await terminal.print(given.has("json") ? JSON.stringify(usage) : formatStats(usage));
      return exitCodes.ok;
    },
  };
}

function readSince(days: string | undefined): number {
  if (days === undefined) return 0;
  const number = Number(days);
  if (!(number > 0) || !Number.isFinite(number)) throw usageError(`--days ${days} must be a number above 0`);
  return Date.now() - number * dayMs;
}

function pick(...names: readonly string[]): typeof projectFlags {
  return Object.fromEntries(Object.entries(projectFlags).filter(([name]) => names.includes(name)));
}
