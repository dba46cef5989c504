import { constants } from "node:fs";
import { access, readFile, readlink, realpath, stat } from "node:fs/promises";
import { basename, delimiter, dirname, isAbsolute, join, parse, resolve, sep } from "node:path";
import { isInside } from "../paths/inside.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface OnPath {
  /** The path as found on PATH. */
  readonly file: string;
  /** With symlinks resolved. */
  readonly real: string;
}

/**
 * All programs of that name, in PATH order. `root` is the real path of the project. Entries that are relative, empty, in
 * the project, reached by a link of the project, or a `node_modules/.bin` as added by `npm run` are skipped: they would let
 * a repository choose what runs.
 */
export async function* findOnPath(name: string, env: Environment, root: string | undefined): AsyncGenerator<OnPath> {
  // A path would mean something else in each project.
  if (name === "" || /[/\\]/.test(name)) return;
  for (const directory of searchedDirectories(env)) {
    for (const ending of endings(name, env)) {
      const found = await executable(join(directory, name + ending), root);
      if (found !== undefined) yield found;
    }
  }
}

/** The first program of that name outside the project. */
export async function findOutside(
  name: string,
  env: Environment,
  root: string | undefined,
): Promise<OnPath | undefined> {
  for await (const found of findOnPath(name, env, root)) if (!isBatchFile(found.file)) return found;
  return undefined;
}

/** PATH for programs that a program starts itself: the same rule, since a repository could have its own `cargo`. */
export async function pathOutside(env: Environment, root: string | undefined): Promise<string> {
  const kept: string[] = [];
  for (const directory of searchedDirectories(env)) {
    const real = await realpath(directory).catch(() => undefined);
    if (real !== undefined && !(await leadsThrough(root, directory, real))) kept.push(directory);
  }
  return kept.join(delimiter);
}

/** A program by its full path, unless the project decides what it is. */
export async function executable(file: string, root: string | undefined): Promise<OnPath | undefined> {
  try {
    if (!(await stat(file)).isFile()) return undefined;
    await access(file, constants.X_OK);
    const real = await realpath(file);
    return (await leadsThrough(root, file, real)) ? undefined : { file, real };
  } catch {
    return undefined;
  }
}

/** More links than any system follows. */
const mostLinks = 40;

/** Whether a path is in the project, or any link on the way to it is: the owner of a link chooses where it leads. */
async function leadsThrough(root: string | undefined, path: string, real: string): Promise<boolean> {
  if (root === undefined) return false;
  // The system's own answer also covers spellings that differ in case.
  if (isInside(root, real)) return true;
  let rest = namesOf(path);
  let at = parse(resolve(path)).root;
  for (let links = 0; links <= mostLinks;) {
    const [name, ...others] = rest;
    if (name === undefined) return false;
    const next = join(at, name);
    if (isInside(root, next)) return true;
    const target = await readlink(next).catch(() => undefined);
    rest = others;
    if (target === undefined) {
      at = next;
      continue;
    }
    links += 1;
    const absolute = resolve(at, target);
    at = parse(absolute).root;
    rest = [...namesOf(absolute), ...others];
  }
  return true;
}

function namesOf(path: string): readonly string[] {
  const absolute = resolve(path);
  return absolute
    .slice(parse(absolute).root.length)
    .split(sep)
    .filter((name) => name !== "");
}

function searchedDirectories(env: Environment): readonly string[] {
  const text = readVariable("PATH", env) ?? "";
  const entries = text.split(delimiter).map((entry) => entry.replace(/^"(.*)"$/, "$1"));
  return [...new Set(entries)].filter((entry) => isAbsolute(entry) && !isPackageBin(entry));
}

function isPackageBin(directory: string): boolean {
  return basename(directory) === ".bin" && basename(dirname(directory)) === "node_modules";
}

/** A copy of Windows' environment is a plain object, in which `Path` is not `PATH`. */
function readVariable(name: string, env: Environment): string | undefined {
  if (process.platform !== "win32" || env[name] !== undefined) return env[name];
  return Object.entries(env).find(([key, value]) => key.toUpperCase() === name && value !== undefined)?.[1];
}

function endings(name: string, env: Environment): readonly string[] {
  if (process.platform !== "win32") return [""];
  const told = (readVariable("PATHEXT", env) ?? ".COM;.EXE;.BAT;.CMD").toLowerCase().split(";");
  const known = told.filter((ending) => [".com", ".exe", ".bat", ".cmd"].includes(ending));
  return known.some((ending) => name.toLowerCase().endsWith(ending)) ? [""] : known;
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
