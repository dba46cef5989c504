import { join } from "node:path";
import type { Profile } from "../../workspace/config/profile.ts";

export type ConfigScope = "user" | "project";

/** Where clients look for their configuration files. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The directory of the project-level files. */
  readonly project: string;
}

/** A program that starts MCP servers for its model. */
export interface SetupClient {
  /** As the user types it. */
  readonly name: string;
  readonly title: string;
  readonly format: "json" | "toml";
  /** Tools for a client that has none of its own for files and commands, or for one that has. */
  readonly profile: Profile;
  /** The path of keys to the object that holds the servers. */
  readonly key: readonly string[];
  /** The file that holds the servers. */
  file(scope: ConfigScope, machine: Machine): string;
  /** The entry for our server in the file. */
  entry(launch: Launch, scope: ConfigScope): Readonly<Record<string, unknown>>;
  /** The client's own command that does the same, if it has one. */
  command?(launch: Launch, scope: ConfigScope): readonly string[] | undefined;
  /** What to do once the file is written. */
  next(scope: ConfigScope): string;
}

export const serverName = "outrider";

/** How a client starts the server. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  /** It contains a path of this machine, so it is of no use to others. */
  readonly isLocal: boolean;
}

/** Through npx if the package is installed; by path from a clone, which npx does not know. */
export function chooseLaunch(packageRoot: string, platform: NodeJS.Platform): Launch {
  if (!packageRoot.split(/[\\/]/).includes("node_modules")) {
    return { command: "node", args: [join(packageRoot, "bin", "outrider.js"), "serve"], isLocal: true };
  }
  const args = ["-y", "outrider", "serve"];
  // On Windows npx is a script, which cannot be started without a shell.
  return platform === "win32"
    ? { command: "cmd", args: ["/c", "npx", ...args], isLocal: false }
    : { command: "npx", args, isLocal: false };
}

/** The default profile goes without saying. */
export function withProfile(launch: Launch, profile: Profile): Launch {
  return profile === "full" ? launch : { ...launch, args: [...launch.args, "--profile", profile] };
}

export function withProject(launch: Launch, project: string): Launch {
  return { ...launch, args: [...launch.args, "--project", project] };
}

export function launchWords({ command, args }: Launch): readonly string[] {
  return [command, ...args];
}
