import type { Check, Finding } from "./check.ts";
import { type LoadedConfig, loadProjectConfig, loadUserConfig } from "../../workspace/config/config-file.ts";
import { userConfigFile } from "../../workspace/config/user-config-file.ts";
import { serverCacheDirectory, isTrustedProject } from "../../lsp/programs/found-program.ts";
import { countOf } from "../../workspace/text/visible-text.ts";
import { reportServers } from "../languages/server-report.ts";
import { constants } from "node:fs";
import { access, lstat, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openStateDirectory } from "../../workspace/projects/open-state-directory.ts";
import { connectServer } from "../connect-server.ts";
import { findResident } from "../../resident/find-resident.ts";
import { listProjectProcesses } from "../../resident/project-processes.ts";
import { describeShortly } from "../resident/resident-actions.ts";

export const project: Check = {
  what: "project",
  async run({ root, context }) {
    if (root !== undefined) return { level: "ok", detail: root };
    return {
      level: "warning",
      detail: `${context.cwd} is a home directory or a whole disk, so the server starts without a project`,
      next: "Go into a directory with code, or name one with --project DIR.",
    };
  },
};

export const settings: Check = {
  what: "settings",
  async run({ context, root }) {
    const user = configFinding(
      "user settings",
      "the server does not start with it",
      await loadUserConfig(userConfigFile(context.env)),
    );
    return root === undefined
      ? [user]
      : [user, configFinding("project settings", "until then defaults apply", await loadProjectConfig(root))];
  },
};

/** The process that answers the commands for shells. */
export const resident: Check = {
  what: "resident process",
  // One that hangs is waited for.
  limitMs: 10_000,
  async run({ context, root, signal }) {
    if (root === undefined) return { level: "ok", detail: "none without a project" };
    const found = findResident({ ...context, project: root, stateDir: undefined, readOnly: false });
    const processes = await listProjectProcesses(found, signal);
    if (processes.length === 0) return { level: "ok", detail: "none runs, the first command starts it" };
    const detail = processes.map(describeShortly).join(" ");
    const isSilent = processes.some(({ state }) => state.is === "silent");
    if (isSilent) return { level: "problem", detail, next: "End it: outrider resident stop --force" };
    return { level: "ok", detail };
  },
};

function configFinding(what: string, effect: string, { file, exists, problems }: LoadedConfig<object>): Finding {
  if (!exists) return { what, level: "ok", detail: "none, defaults apply" };
  if (problems.length === 0) return { what, level: "ok", detail: file };
  const next = `Correct ${file}; ${effect}.`;
  return { what, level: "problem", detail: problems.join("; "), next };
}

/** Which language servers are available. Having none is not a problem: syntax answers instead. */
export const languageServers: Check = {
  what: "language servers",
  async run({ context: { env }, root }) {
    const { servers: user } = (await loadUserConfig(userConfigFile(env))).config;
    if (!user.enabled) return { level: "info", detail: "switched off in the user settings" };
    const trusted = root !== undefined && isTrustedProject(root, user);
    const reports = await reportServers({ user, env, root, trusted, cacheDirectory: serverCacheDirectory(env) });
    const chosenInVain = reports.find(({ id, state }) => state === "missing" && Object.hasOwn(user.use, id));
    if (chosenInVain !== undefined) {
      const next = `Correct servers.use.${chosenInVain.id}.command in ${userConfigFile(env)}.`;
      return { level: "warning", detail: chosenInVain.reason ?? chosenInVain.id, next };
    }
    const unknown = [...Object.keys(user.use), ...user.off].find((name) => !reports.some(({ id }) => id === name));
    if (unknown !== undefined) {
      const next = "outrider languages shows the names that there are.";
      return { level: "warning", detail: `the user settings name ${unknown}, which is no server`, next };
    }
    const found = reports.filter(({ state }) => state === "found").map(({ id }) => id);
    if (found.length === 0) return { level: "info", detail: "none", next: "outrider languages shows how to get one." };
    const missing = reports.length - found.length;
    return { level: "ok", detail: `${found.join(", ")}; ${countOf(missing, "other")} with outrider languages` };
  },
};

const elsewhere = "Start the server with --state-dir DIR to keep its state elsewhere.";

/** Makes nothing in the project: a missing directory is created on first use. */
export const state: Check = {
  what: "state directory",
  async run({ root }) {
    if (root === undefined) return { level: "info", detail: "none without a project" };
    const opened = openStateDirectory({ root, stateDir: undefined, readOnly: false });
    const folder = opened.root;
    const [problem] = await opened.problems();
    if (problem !== undefined) return { level: "warning", detail: problem };
    const found = await lstat(folder).catch(() => undefined);
    if (found !== undefined && !found.isDirectory()) {
      return { level: "problem", detail: `${folder} is a file or a link`, next: `Remove it. ${elsewhere}` };
    }
    const isWritable = await access(found === undefined ? dirname(folder) : folder, constants.W_OK).then(
      () => true,
      () => false,
    );
    if (!isWritable) return { level: "problem", detail: `${folder} cannot be written`, next: elsewhere };
    if (found === undefined) return { level: "ok", detail: `${folder} (made when first used)` };
    const rules = await readFile(join(folder, ".gitignore"), "utf8").catch(() => "");
    if (rules.split("\n").some((line) => line.trim() === "*")) return { level: "ok", detail: folder };
    return {
      level: "warning",
      detail: `${folder} is not ignored by git`,
      next: `Remove ${join(folder, ".gitignore")}, if there is one; it is written anew.`,
    };
  },
};

/** For information: changes are found without watching too, only later. */
export const watching: Check = {
  what: "file watching",
  async run() {
    if (process.platform !== "linux") return { level: "info", detail: "no limit known on this system" };
    const [watches, instances] = await Promise.all([readLimit("max_user_watches"), readLimit("max_user_instances")]);
    return { level: "info", detail: `up to ${watches} directories, ${instances} watchers a user` };
  },
};

async function readLimit(name: string): Promise<string> {
  const text = await readFile(`/proc/sys/fs/inotify/${name}`, "utf8").catch(() => "an unknown number of");
  const limit = Number(text.trim());
  return Number.isNaN(limit) ? text : limit.toLocaleString("en-US");
}

/** The real server, a real client, one call. */
export const roundTrip: Check = {
  what: "round trip",
  limitMs: 30_000,
  async run({ context, root, processes, signal }) {
    if (root === undefined) return { level: "info", detail: "not tried without a project" };
    const server = await connectServer(context, { project: root, readOnly: true, processes, signal });
    try {
      const { failed, text, ms } = await server.call("workspace", { action: "status" });
      const start = `the server lists ${server.tools.length} tools after ${server.startMs.toFixed(0)} ms`;
      const findings: readonly Finding[] = [
        failed
          ? { what: "round trip", level: "problem", detail: `${start}, and a call fails: ${text}` }
          : { what: "round trip", level: "ok", detail: `${start} and answers a call in ${ms.toFixed(0)} ms` },
        {
          what: "tool list",
          level: "info",
          detail: `${server.faceTokens.toLocaleString("en-US")} tokens in every turn`,
        },
      ];
      return findings;
    } finally {
      await server.close();
    }
  },
};
