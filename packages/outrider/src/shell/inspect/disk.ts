import { lstatSync, readdirSync, readlinkSync } from "node:fs";
import { dirname, isAbsolute, join, parse, sep } from "node:path";
import { InspectionLimitError } from "./inspection-limit-error.ts";

/** The contents of the disk, read at most once per inspection. */
export interface Disk {
  /** Resolves every link, even one whose target does not exist yet; a missing path stays as written. */
  real(path: string): string;
  names(directory: string): readonly string[];
  exists(path: string): boolean;
}

const maxLookups = 10_000;
const maxDirectories = 200;
const maxNames = 20_000;
const maxLinks = 40;

export function createDisk(): Disk {
  const reals = new Map<string, string>();
  const listed = new Map<string, readonly string[]>();
  let lookups = 0;
  let seenNames = 0;

  function look(path: string): { readonly link: boolean } | undefined {
    lookups += 1;
    if (lookups > maxLookups) throw new InspectionLimitError("names too many files to look at");
    try {
      const found = lstatSync(path, { throwIfNoEntry: false });
      return found === undefined ? undefined : { link: found.isSymbolicLink() };
    } catch {
      return undefined;
    }
  }

  function step(directory: string, name: string, links: number): string {
    const path = join(directory, name);
    const known = reals.get(path);
    if (known !== undefined) return known;
    const target = look(path)?.link === true ? targetOf(path) : undefined;
    if (target !== undefined && links >= maxLinks) throw new InspectionLimitError("names links that lead in circles");
    const real = target === undefined ? path : walk(directory, target, links + 1);
    reals.set(path, real);
    return real;
  }

  function walk(directory: string, way: string, links: number): string {
    const { root } = parse(way);
    const isWhole = isAbsolute(way);
    let at = isWhole ? root : directory;
    for (const name of splitPath(isWhole ? way.slice(root.length) : way)) {
      if (name === "..") at = dirname(at);
      else if (name !== ".") at = step(at, name, links);
    }
    return at;
  }

  const real = (path: string): string => {
    const found = reals.get(path) ?? walk(parse(path).root, path, 0);
    reals.set(path, found);
    return found;
  };

  return {
    real,
    names(directory) {
      const known = listed.get(directory);
      if (known !== undefined) return known;
      const names = namesIn(directory);
      listed.set(directory, names);
      seenNames += names.length;
      if (listed.size > maxDirectories || seenNames > maxNames) {
        throw new InspectionLimitError("has patterns over too many files to look at");
      }
      return names;
    },
    exists: (path) => look(path) !== undefined,
  };
}

function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function splitPath(path: string): readonly string[] {
  return path.split(sep === "\\" ? /[\\/]+/ : /\/+/).filter((name) => name !== "");
}
