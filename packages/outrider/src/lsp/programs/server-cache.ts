import { join } from "node:path";
import type { NpmProgram } from "../../languages/server-spec.ts";
import { directoryFrom, homeDirectory } from "../../workspace/paths/home-directory.ts";

/** Where `outrider languages install` puts servers: the user's own, shared by all projects. */
export function serverCacheDirectory(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const base = process.platform === "win32" ? env["LOCALAPPDATA"] : env["XDG_CACHE_HOME"];
  return join(directoryFrom(base) ?? join(homeDirectory(), ".cache"), "outrider", "servers");
}

/** The folder of one package and version; servers of the same package share it. */
export function installFolder(cacheDirectory: string, npm: NpmProgram): string {
  return join(cacheDirectory, `${npm.package.replace("/", "+")}@${npm.version}`);
}
