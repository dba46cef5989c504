import type { Stats } from "node:fs";
import { join } from "node:path";
import { tryLstat } from "./trusted-file-system.ts";

/** Files that events named and that no listing has: new ones, or ones that the rules leave out. */
export interface UnlistedFiles {
  note(path: string, stats: Stats): void;
  readonly paths: Iterable<string>;
  /** The directories were listed: what is still unlisted is left out by the rules, and its events mean nothing. */
  settle(isListed: (path: string) => boolean): void;
  /** The rules may have changed. */
  forgetLeftOut(): void;
}

const maxLeftOut = 10_000;

export function createUnlistedFiles(root: string): UnlistedFiles {
  let leftOut = new Set<string>();
  let noted = new Map<string, Stats>();
  return {
    note(path, stats) {
      if (!leftOut.has(path)) noted.set(path, stats);
    },
    get paths() {
      return noted.keys();
    },
    settle(isListed) {
      if (leftOut.size > maxLeftOut) leftOut = new Set();
      for (const [path, before] of noted) {
        if (!isListed(path) && isSameFile(before, tryLstat(join(root, path)))) leftOut.add(path);
      }
      noted = new Map();
    },
    forgetLeftOut() {
      leftOut = new Set();
    },
  };
}

/** A file that went and came back while the names were listed may belong to the project all the same. */
function isSameFile(before: Stats, after: Stats | undefined): boolean {
  return before.ino === after?.ino && before.birthtimeMs === after.birthtimeMs && Date.now() - after.birthtimeMs > 50;
}
