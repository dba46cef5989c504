import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { isToolError } from "toolwright";
import { type CommandArguments, usageError } from "toolwright/cli";
import { createProcessRunner, systemPrincipal } from "toolwright/process";
import { openServices } from "../../open-services.ts";
import type { Services } from "../../services.ts";
import { loadUserConfig } from "../../workspace/config/config-file.ts";
import { userConfigFile } from "../../workspace/config/user-config-file.ts";
import type { SearchSettings } from "../../workspace/config/search-settings.ts";
import { createExposureJudge } from "../../workspace/paths/exposure.ts";
import type { Project } from "../../workspace/project.ts";
import { findStartRoot } from "../../workspace/projects/start-root.ts";
import { readProjectFlags } from "../flags.ts";
import type { CommandContext } from "../command-context.ts";

export interface ProjectAtHand {
  readonly project: Project;
  readonly services: Omit<Services, "kernel">;
  readonly settings: SearchSettings;
  readonly cwd: string;
}

/** A user waits as long as it takes and sees the progress; this is the longest delay of a timer. */
export const asLongAsItTakes = 2 ** 31 - 1;

/**
 * Opens the services that tools use and closes them afterwards. Unlike a tool, a user waits as long as it takes and may ask
 * how a hit was scored. Problems with the question or the directory are usage errors.
 */
export async function withProject<Result>(
  { cwd, env }: CommandContext,
  args: CommandArguments,
  use: (atHand: ProjectAtHand) => Promise<Result>,
): Promise<Result> {
  const settings = userConfigFile(env);
  const { config: user, problems } = await loadUserConfig(settings);
  if (problems.length > 0) {
    throw usageError([`${settings} has problems:`, ...problems.map((each) => `- ${each}`)].join("\n"));
  }
  const { project: named, stateDir } = readProjectFlags(args);
  const exposure = createExposureJudge({ allow: user.security.allow_secrets, deny: user.security.deny });
  const startRoot = await forPerson(
    findStartRoot(named === undefined ? undefined : resolve(cwd, named), cwd, exposure),
  );
  if (startRoot === undefined) {
    throw usageError(
      `${cwd} is a home directory, a temp directory or a whole disk. Name a directory with code: --project DIR`,
    );
  }
  const processes = createProcessRunner();
  try {
    const readOnly = user.security.read_only;
    const opened = await openServices({ startRoot, user, readOnly, stateDir, processes, env, exposure, settings });
    try {
      const services = opened.servicesFor({ host: "cli", session: randomUUID(), principal: systemPrincipal() });
      const project = await forPerson(services.workspace.project());
      return await forPerson(use({ project, services, settings: user.search, cwd }));
    } finally {
      await opened.close();
    }
  } catch (error) {
    // If the work was interrupted, report that instead of the error it caused.
    args.interrupted.throwIfAborted();
    throw error;
  } finally {
    await processes.close();
  }
}

async function forPerson<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw isToolError(error) ? usageError(error.message) : error;
  }
}
