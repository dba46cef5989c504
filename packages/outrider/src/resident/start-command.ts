import { resolve } from "node:path";
import type { StartCommand } from "toolwright/resident";
import { loadUserConfig } from "../workspace/config/config-file.ts";
import { userConfigFile } from "../workspace/config/user-config-file.ts";
import { findStartRoot } from "../workspace/projects/start-root.ts";
import type { FoundResident, ResidentChoice } from "./find-resident.ts";

/** How the process is started: with the variables that the user's settings name, and without the other secrets of this terminal. */
export async function startCommand({ args }: Pick<FoundResident, "args">): Promise<StartCommand> {
  const { config } = await loadUserConfig(userConfigFile());
  const names = [config.search.openai.key_env, config.search.postgres.url_env, ...config.security.shell_env];
  const named = names.flatMap((name) => (name === undefined ? [] : [[name, process.env[name]] as const]));
  return { command: process.execPath, args, env: Object.fromEntries([...plain(), ...named]) };
}

/** The project as a command opens it; undefined where it refuses to, which it says itself. */
export async function findOpenableRoot({
  project,
  cwd,
}: Pick<ResidentChoice, "project" | "cwd">): Promise<string | undefined> {
  return await findStartRoot(project === undefined ? undefined : resolve(cwd, project), cwd).catch(() => undefined);
}

/** Where programs find what they need; no secrets. */
const plainNames = [
  "APPDATA",
  "LOCALAPPDATA",
  "USERPROFILE",
  "RUSTUP_HOME",
  "RUSTUP_TOOLCHAIN",
  "GOCACHE",
  "JAVA_HOME",
  "GOPATH",
];

function plain(): readonly (readonly [string, string | undefined])[] {
  return plainNames.map((name) => [name, process.env[name]] as const);
}
