import { realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep, isAbsolute } from "node:path";
import { expandBraces } from "./expand-braces.ts";
import { expandGlobs } from "./expand-globs.ts";
import { unknownPart, type Word } from "./word.ts";

/** Where the commands of a script may stand, and what the paths in their words lead to from there. */
export interface Places {
  /** Follows a `cd`; undefined when nobody can tell where it goes. */
  move(to: Word | undefined): void;
  /** All absolute paths that a word may name; undefined when some cannot be told. */
  pathsOf(word: Word): readonly string[] | undefined;
  /** Below the working directory or a directory for temporary files. */
  isInside(path: string): boolean;
}

export interface PlacesOptions {
  readonly cwd: string;
  readonly home: string;
  readonly temp: readonly string[];
}

export function createPlaces({ cwd, home, temp }: PlacesOptions): Places {
  const roots = [cwd, ...temp].map(realPath);
  // Every directory it may ever stand in: which `cd` has happened by then is not followed.
  let bases: string[] | undefined = [cwd];

  function pathsOf(word: Word): readonly string[] | undefined {
    if (word.unknown) return undefined;
    const patterns = word.readings.flatMap(expandBraces).map((pattern) => expandTilde(pattern, home));
    if (bases === undefined && patterns.some((pattern) => !isAbsolute(pattern))) return undefined;
    return patterns.flatMap((pattern) =>
      (bases ?? [cwd]).flatMap((base) => expandGlobs(resolvePattern(base, pattern))),
    );
  }

  return {
    pathsOf,
    move(to) {
      const paths = to === undefined ? undefined : pathsOf(to);
      bases =
        bases === undefined || paths === undefined ? undefined : [...new Set([...bases, ...paths])].slice(0, mostBases);
    },
    isInside(path) {
      const real = realPath(path);
      return roots.some((root) => isBelow(root, real) && (real !== root || path === cwd));
    },
  };
}

const mostBases = 16;

export function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

// `resolve` would take the escapes of a pattern for separators on Windows; there a shell's paths have "/" as well.
function resolvePattern(base: string, pattern: string): string {
  return resolve(base, pattern.includes(unknownPart) ? base : pattern);
}

/** `~` and `~/x` are the home directory, `~name` that of somebody else. */
function expandTilde(pattern: string, home: string): string {
  if (!pattern.startsWith("~")) return pattern;
  const [user = "", ...rest] = pattern.slice(1).split("/");
  const directory = user === "" ? home : join(dirname(home), user);
  return [directory, ...rest].join("/");
}

/** With links resolved as far as the path exists. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}
