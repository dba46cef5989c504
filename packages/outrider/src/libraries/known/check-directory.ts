import { readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, parse, resolve } from "node:path";
import { ToolError } from "toolwright";
import { checkPath, showPath } from "../../workspace/paths/check-path.ts";
import { homeDirectory, isInside } from "../../workspace/paths/inside.ts";
import { realPlace } from "../../workspace/paths/private-places.ts";
import type { Project } from "../../workspace/project.ts";
import { checkProjectRoot } from "../../workspace/projects/check-project-root.ts";

export interface DirectoryRules {
  /** The user's home. Default: the process's own. */
  readonly home?: string;
}

/** Nothing below these is a library. */
const closedAll = [
  "/etc",
  "/proc",
  "/sys",
  "/dev",
  "/boot",
  "/run",
  "/root",
  "/var/log",
  "/var/run",
  "/private/etc",
  "/System",
  "/private/var/root",
];
/** These contain libraries somewhere below, and much else. */
const closedSelf: ReadonlySet<string> = new Set([
  "/bin",
  "/sbin",
  "/lib",
  "/lib64",
  "/usr",
  "/usr/lib",
  "/usr/local",
  "/usr/share",
  "/var",
  "/var/lib",
  "/opt",
  "/srv",
  "/mnt",
  "/media",
  "/tmp",
  "/home",
  "/Users",
  "/Library",
  "/Applications",
  "/Volumes",
  "/private",
  "/private/var",
  "/private/tmp",
]);
const closedWindows = /^[a-z]:\\(?:windows(?:\\.*)?|program files(?: \(x86\))?|programdata|users|users\\[^\\]+)$/i;

/**
 * Checks a directory that is to be read as a library. Only a person can register one, and even they cannot open homes, system
 * directories, credentials or the project itself. It must be given by its real path, since that is all the person saw.
 */
export async function checkDirectory(
  path: string,
  project: Pick<Project, "root" | "files">,
  { home = homeDirectory() }: DirectoryRules = {},
): Promise<string> {
  checkPath(path);
  if (!isAbsolute(path))
    throw refuse("not_full_path", path, "is no full path, which a library to register is named by");
  const wanted = resolve(path);
  const real = await realpath(wanted).catch(() => undefined);
  const found = real === undefined ? undefined : await stat(real).catch(() => undefined);
  if (real === undefined || found?.isDirectory() !== true) throw refuse("no_directory", path, "is no directory");
  if (real !== wanted)
    throw refuse("is_link", path, `is or passes a link. It leads to ${showPath(real)}: register that`);
  if (isInside(real, project.root)) {
    throw refuse("own_project", path, "is the project itself or above it; its files need no library");
  }
  if (isSystem(real))
    throw refuse("system_directory", path, "belongs to the system; name the directory of one library in it");
  if (isHome(real, realPlace(home))) throw refuse("root_too_wide", path, "is a home directory or the settings in one");
  checkProjectRoot(real, { judge: (each) => project.files.judge(each) });
  const secret = await findSecret(real, project);
  if (secret !== undefined) {
    throw refuse(
      "holds_secrets",
      path,
      `holds ${showPath(secret)}, so that it is no library. Name a directory below it`,
    );
  }
  return real;
}

function isSystem(real: string): boolean {
  if (parse(real).root === real || closedWindows.test(real)) return true;
  return closedAll.some((each) => isInside(each, real)) || closedSelf.has(real);
}

/** The home directories of the user and others, the directories above them, and the settings in them. */
function isHome(real: string, home: string): boolean {
  if (isInside(real, home) || homes.has(dirname(real))) return true;
  const isSettings = dirname(real) === home && basename(real).startsWith(".");
  return isSettings || isInside(join(home, ".config"), real);
}

const homes: ReadonlySet<string> = new Set(["/home", "/Users"]);

/** Credentials and histories at its top level: someone's settings, not a library. A key among tests is only hidden. */
async function findSecret(real: string, { files }: Pick<Project, "files">): Promise<string | undefined> {
  const entries = await readdir(real, { withFileTypes: true }).catch(() => []);
  const isDenied = (path: string): boolean => files.judge(path) === "denied";
  const secret = entries
    .filter(({ name }) => /^[._]/.test(name))
    .find(({ name }) => isDenied(join(real, name)) || isDenied(join(real, name, "x")));
  return secret?.name;
}

function refuse(code: string, path: string, why: string): ToolError {
  return new ToolError(code, `${showPath(path)} ${why}.`);
}
