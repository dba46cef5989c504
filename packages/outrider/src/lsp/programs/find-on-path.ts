import { constants } from "node:fs";
import { access, readFile, realpath, stat } from "node:fs/promises";
import { basename, delimiter, dirname, isAbsolute, join } from "node:path";
import { isInside } from "../../workspace/paths/inside.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface OnPath {
  /** The path as found on PATH. */
  readonly file: string;
  /** With symlinks resolved. */
  readonly real: string;
}

/**
 * All programs of that name, in PATH order. Entries that are relative, inside the project, or a `node_modules/.bin` as
 * added by `npm run` are skipped: they would let a repository choose what runs.
 */
export async function* findOnPath(name: string, env: Environment, root: string | undefined): AsyncGenerator<OnPath> {
  for (const directory of searchedDirectories(env)) {
    for (const ending of endings(env)) {
      const found = await executable(join(directory, name + ending), root);
      if (found !== undefined) yield found;
    }
  }
}

/** PATH for programs that a server starts itself: the same rule, since a repository could have its own `cargo`. */
export async function pathOutside(env: Environment, root: string): Promise<string> {
  const kept: string[] = [];
  for (const directory of searchedDirectories(env)) {
    const real = await realpath(directory).catch(() => undefined);
    if (real !== undefined && !isInside(root, real)) kept.push(directory);
  }
  return kept.join(delimiter);
}

/** A program by its full path, unless it is inside the project. */
export async function executable(file: string, root: string | undefined): Promise<OnPath | undefined> {
  try {
    if (!(await stat(file)).isFile()) return undefined;
    await access(file, constants.X_OK);
    const [real, directory] = await Promise.all([realpath(file), realpath(dirname(file))]);
    if (root !== undefined && (isInside(root, real) || isInside(root, directory))) return undefined;
    return { file, real };
  } catch {
    return undefined;
  }
}

function searchedDirectories(env: Environment): readonly string[] {
  const text = env["PATH"] ?? env["Path"] ?? "";
  const entries = text.split(delimiter).map((entry) => entry.replace(/^"(.*)"$/, "$1"));
  return [...new Set(entries)].filter((entry) => isAbsolute(entry) && !isPackageBin(entry));
}

function isPackageBin(directory: string): boolean {
  return basename(directory) === ".bin" && basename(dirname(directory)) === "node_modules";
}

function endings(env: Environment): readonly string[] {
  if (process.platform !== "win32") return [""];
  const told = (env["PATHEXT"] ?? ".COM;.EXE;.BAT;.CMD").toLowerCase().split(";");
  return told.filter((ending) => [".com", ".exe", ".bat", ".cmd"].includes(ending));
}

/**
 * The script that npm's batch file starts. Windows can only run a batch file through its shell, which interprets
 * arguments differently, so the batch file itself is never started.
 */
export async function scriptOfBatchFile(file: string): Promise<string | undefined> {
  const text = await readFile(file, "utf8").catch(() => "");
  const named = /"%(?:~dp0|dp0%)\\?([^"%]+?)"\s+%\*/.exec(text)?.[1];
  return named === undefined ? undefined : join(dirname(file), ...named.split("\\"));
}

export function isBatchFile(file: string): boolean {
  return /\.(?:cmd|bat)$/i.test(file);
}
