import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { homeDirectory } from "../paths/inside.ts";

/** Where Outrider keeps its data about a project: `.outrider/` inside it, or below `--state-dir`. Created on first use. */
export interface StateDirectory {
  readonly root: string;
  /** Creates the directory (owner only, ignored by git) and returns the path of a folder in it. */
  folder(...segments: readonly string[]): Promise<string>;
  /** The same path without creating anything. */
  path(...segments: readonly string[]): string;
  /** A folder for machine-local state (locks, trash, databases): a repository cannot have shipped it. */
  local(...segments: readonly string[]): Promise<string>;
  /** The same path without creating anything. */
  localPath(...segments: readonly string[]): Promise<string>;
  /** What a person should know: state of another user that is not used, or state that is not kept. */
  problems(): Promise<readonly string[]>;
}

/** Twelve hex digits that represent a path in file names. */
export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/** A directory from the user's settings: `~` is the home directory, links are resolved; undefined if it does not exist. */
export function realDirectory(configured: string): string | undefined {
  const path =
    configured === "~" || /^~[\\/]/.test(configured) ? join(homeDirectory(), configured.slice(1)) : configured;
  try {
    return realpathSync.native(resolve(path));
  } catch {
    return undefined;
  }
}

export function realDirectories(configured: readonly string[]): readonly string[] {
  return configured.map(realDirectory).filter((path) => path !== undefined);
}
