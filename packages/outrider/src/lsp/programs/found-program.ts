import { join } from "node:path";
import type { NpmProgram } from "../../languages/server-spec.ts";
import type { ServerSettings } from "../../workspace/config/user-config.ts";
import { isInside, directoryFrom, homeDirectory } from "../../workspace/paths/inside.ts";
import { realPlace } from "../../workspace/paths/private-places.ts";
import { realDirectories } from "../../workspace/projects/state-directory.ts";

/** Where the program of a server is. */
export type ProgramSearch = FoundProgram | MissingProgram;

export interface FoundProgram {
  readonly file: string;
  readonly args: readonly string[];
  /** For this process only, added to what every server is given. */
  readonly env: Readonly<Record<string, string>>;
  readonly from: "settings" | "cache" | "path" | "project";
  /** As stated in its package; undefined if only the program itself could tell. */
  readonly version?: string;
  /** The file that people know it by: the script, not the Node that runs it. */
  readonly shown: string;
}

export interface MissingProgram {
  /** Why it cannot be started. */
  readonly missing: string;
  /** How to get it. */
  readonly obtain: string;
}

/** Whether the user allows code of this project to run: its root is one of `servers.trusted_projects` or below one. */
export function isTrustedProject(root: string, settings: Pick<ServerSettings, "trusted_projects">): boolean {
  const real = realPlace(root);
  return realDirectories(settings.trusted_projects).some((each) => isInside(each, real));
}

/** Where `outrider languages install` puts servers: a directory of the user, shared by all projects. */
export function serverCacheDirectory(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const base = process.platform === "win32" ? env["LOCALAPPDATA"] : env["XDG_CACHE_HOME"];
  return join(directoryFrom(base) ?? join(homeDirectory(), ".cache"), "outrider", "servers");
}

/** The folder of one package and version; servers of the same package share it. */
export function installFolder(cacheDirectory: string, npm: NpmProgram): string {
  return join(cacheDirectory, `${npm.package.replace("/", "+")}@${npm.version}`);
}
