import { dirname, isAbsolute, join, sep } from "node:path";
import type { AskToWrite } from "../../workspace/paths/ask-to-write.ts";
import { isInside } from "../../workspace/paths/inside.ts";
import type { Disk } from "./disk.ts";
import { expandGlobs } from "./expand-globs.ts";
import { InspectionLimitError } from "./inspection-limit-error.ts";
import { escapePattern, type Word } from "./word.ts";

const most = 256;
const range = /(?<!\\)\{[\w+-]+\.\.[\w.+-]+\}/g;

interface Group {
  readonly start: number;
  readonly end: number;
  readonly parts: readonly string[];
}

/** The directories that a script's commands may run in, and what the paths in their words refer to from there. */
export interface PathJudge {
  /** Follows a `cd`; undefined if its target is unknown. */
  move(to: Word | undefined): void;
  /** Whether a `cd` was seen. */
  hasMoved(): boolean;
  /** The script redefines the home directory. */
  forgetHome(): void;
  /** All absolute paths that a word may name, as written; undefined if some are unknown. */
  pathsOf(word: Word): readonly string[] | undefined;
  /** The path with links resolved. */
  real(path: string): string;
  exists(path: string): boolean;
  isDirectory(path: string): boolean;
  /** Whether a person is asked before the path is written, because it runs later; a whole tree or link can bring such files along. */
  runsLater(path: string, isTree?: boolean): boolean;
  /** Whether it is the working directory itself. */
  isTop(path: string): boolean;
  /** Whether it is below the working directory, temp directories aside. */
  isOwn(path: string): boolean;
  /** Whether the path is below the working directory or a temp directory, with all links resolved. */
  isInside(path: string): boolean;
}

export interface PathJudgeOptions {
  readonly cwd: string;
  readonly home: string;
  readonly temp: readonly string[];
  readonly disk: Disk;
  readonly askToWrite: Pick<AskToWrite, "reasonFor" | "inTree">;
}

const maxBases = 16;
const maxPaths = 8_000;

export function createPathJudge({ cwd, home, temp, disk, askToWrite }: PathJudgeOptions): PathJudge {
  const realCwd = disk.real(cwd);
  const roots = [realCwd, ...temp.map(disk.real)];
  // Every directory the script may ever be in: the order of `cd` commands is not tracked.
  let bases: readonly string[] | undefined = [cwd];
  let knowsHome = true;
  let count = 0;
  const expanded = new Map<string, readonly string[]>();
  let known = new Map<Word, readonly string[] | undefined>();

  function expand(base: string, pattern: string): readonly string[] {
    const key = `${base}\0${pattern}`;
    const before = expanded.get(key);
    if (before !== undefined) return before;
    const paths = expandGlobs(base, pattern, disk);
    expanded.set(key, paths);
    count += paths.length;
    if (count > maxPaths) throw new InspectionLimitError("names too many files to look at");
    return paths;
  }

  function findPaths(word: Word): readonly string[] | undefined {
    if (word.unknown) return undefined;
    const patterns = word.readings.flatMap(expandBraces);
    if (!knowsHome && patterns.some((pattern) => pattern.startsWith("~"))) return undefined;
    const ways = patterns.map((pattern) => expandTilde(pattern, home));
    if (bases === undefined && ways.some((pattern) => !isAbsolute(pattern))) return undefined;
    const paths = ways.flatMap((pattern) =>
      (isAbsolute(pattern) ? [cwd] : (bases ?? [cwd])).flatMap((base) => expand(base, pattern)),
    );
    return [...new Set(paths)];
  }

  function pathsOf(word: Word): readonly string[] | undefined {
    if (!known.has(word)) known.set(word, findPaths(word));
    return known.get(word);
  }

  return {
    pathsOf,
    move(to) {
      const paths = to === undefined ? undefined : pathsOf(to);
      bases = bases === undefined || paths === undefined ? undefined : [...new Set([...bases, ...paths])];
      known = new Map();
      if ((bases?.length ?? 0) > maxBases) throw new InspectionLimitError("goes to too many directories to follow");
    },
    hasMoved: () => bases === undefined || bases.length > 1,
    forgetHome() {
      knowsHome = false;
      known = new Map();
    },
    real: disk.real,
    exists: disk.exists,
    // Only a directory has an entry ".".
    isDirectory: (path) => disk.exists(`${path}${sep}.`),
    runsLater: (path, isTree = false) =>
      [...new Set([path, disk.real(path)])].some(
        (each) =>
          askToWrite.reasonFor(each) !== undefined ||
          (isTree && askToWrite.inTree(each, "arrives")(each, true) !== undefined),
      ),
    isTop: (path) => disk.real(path) === realCwd,
    isOwn: (path) => isInside(realCwd, disk.real(path)),
    isInside(path) {
      const real = disk.real(path);
      return roots.some((root) => isInside(root, real) && (real !== root || real === realCwd));
    },
  };
}

/** `~` and `~/x` are the home directory, `~name` that of another user. */
function expandTilde(pattern: string, home: string): string {
  if (!pattern.startsWith("~")) return pattern;
  const [user = "", ...rest] = pattern.slice(1).split("/");
  const directory = user === "" ? home : join(dirname(home), user);
  return [escapePattern(directory.split(sep).join("/")), ...rest].join("/");
}

/** `a{b,c}` as `ab` and `ac`, as the shell does before globbing. A range such as `{1..3}` becomes a glob for anything. */
function expandBraces(pattern: string): readonly string[] {
  if (!pattern.includes("{")) return [pattern];
  const done: string[] = [];
  const open = [pattern.replaceAll(range, "*")];
  while (open.length > 0) {
    if (done.length + open.length > most) throw new InspectionLimitError("has braces that stand for too many words");
    const current = open.shift() ?? "";
    const group = findGroup(current);
    if (group === undefined) done.push(current);
    else open.push(...group.parts.map((part) => current.slice(0, group.start) + part + current.slice(group.end)));
  }
  return done;
}

function findGroup(pattern: string): Group | undefined {
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern[at] === "\\") at += 1;
    else if (pattern[at] === "{") {
      const group = readGroup(pattern, at);
      if (group !== undefined) return group;
    }
  }
  return undefined;
}

function readGroup(pattern: string, start: number): Group | undefined {
  const parts: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === "\\") at += 1;
    else if (character === "{") depth += 1;
    else if (character === "," && depth === 1) {
      parts.push(pattern.slice(from, at));
      from = at + 1;
    } else if (character === "}") {
      depth -= 1;
      if (depth > 0) continue;
      if (parts.length === 0) return undefined;
      return { start, end: at + 1, parts: [...parts, pattern.slice(from, at)] };
    }
  }
  return undefined;
}
