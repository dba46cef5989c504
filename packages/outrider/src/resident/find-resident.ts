import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { chooseResidentDirectory, residentKey } from "toolwright/resident";
import { userConfigFile } from "../workspace/config/user-config-file.ts";
import { residentDirectories } from "../workspace/projects/resident-directories.ts";

/** What decides which resident process a client shares. */
export interface ResidentChoice {
  readonly packageRoot: string;
  readonly cwd: string;
  readonly project: string | undefined;
  readonly stateDir: string | undefined;
  readonly readOnly: boolean;
}

export interface FoundResident {
  readonly directory: string;
  readonly key: string;
  readonly version: string;
  /** Real path. */
  readonly root: string;
  /** What the key stands for, by the words of a person. */
  readonly parts: Readonly<Record<string, string>>;
  /** Arguments of the program that becomes the process. */
  readonly args: readonly string[];
}

/** They decide which programs run and where settings and state are: processes that differ in one of them are not shared. */
const variables = [
  "PATH",
  "HOME",
  "USERPROFILE",
  "APPDATA",
  "LOCALAPPDATA",
  "TMPDIR",
  "XDG_CACHE_HOME",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
  "XDG_STATE_HOME",
];

/** Little is loaded for this: it stands before every answer. */
export function findResident({ packageRoot, cwd, project, stateDir, readOnly }: ResidentChoice): FoundResident {
  const root = realpathSync.native(project === undefined ? findRepositoryNow(cwd) : resolve(cwd, project));
  const state = stateDir === undefined ? undefined : resolve(cwd, stateDir);
  const flags = [...(state === undefined ? [] : ["--state-dir", state]), ...(readOnly ? ["--read-only"] : [])];
  const settings = userConfigFile();
  const parts = {
    project: root,
    "--state-dir": state ?? "",
    "--read-only": String(readOnly),
    "place of the settings": settings,
    // A process opened with other settings may allow more.
    "text of the settings": readIfThere(settings),
    ...Object.fromEntries(variables.map((name) => [name, process.env[name] ?? ""])),
  };
  return {
    directory: chooseResidentDirectory(residentDirectories()),
    key: residentKey(Object.values(parts)),
    version: versionOf(packageRoot),
    root,
    parts,
    args: [join(packageRoot, "bin", "outrider.js"), "resident", "run", "--project", root, ...flags],
  };
}

/** As `projectRootFor`, without the threads that asynchronous looks would start. */
function findRepositoryNow(cwd: string): string {
  for (let at = cwd; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return cwd;
  }
}

/** With the time of the build: a program that was built again is another one. */
function versionOf(packageRoot: string): string {
  const parsed: unknown = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8"));
  const version =
    typeof parsed === "object" && parsed !== null && "version" in parsed ? String(parsed.version) : "unknown";
  const built = statSync(join(packageRoot, "dist", "cli", "run-outrider.js"), { throwIfNoEntry: false });
  return built === undefined ? version : `${version} of ${built.mtime.toISOString()}`;
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
