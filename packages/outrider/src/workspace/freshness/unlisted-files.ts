import type { Stats } from "node:fs";
import { join } from "node:path";
import { tryLstat } from "./trusted-file-system.ts";

/** Files that events named but no listing contains: new files, or ones that the rules exclude. */
export interface UnlistedFiles {
  note(path: string, stats: Stats): void;
  readonly paths: Iterable<string>;
  /** The directories were listed: files that are still unlisted are excluded by the rules, and their events mean nothing. */
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

/** A file that was deleted and recreated while the names were listed may still belong to the project. */
function isSameFile(before: Stats, after: Stats | undefined): boolean {
  return before.ino === after?.ino && before.birthtimeMs === after.birthtimeMs && Date.now() - after.birthtimeMs > 50;
}
