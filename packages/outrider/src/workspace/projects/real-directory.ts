import { realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { homeDirectory } from "../paths/home-directory.ts";

/** A directory from the user's settings: `~` is the home directory, links are resolved; undefined when it does not exist. */
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
