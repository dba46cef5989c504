import { realpathSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { comparable } from "./name-patterns.ts";
import { isInside, relativeTo } from "./inside.ts";

/** Outrider's private files: its settings and its state. */
export interface PrivatePlaces {
  /** No tool reads or writes it by path. */
  holds(real: string): boolean;
  /** It is above a private place: moving or removing it would take the place along, and something else could be put there. */
  isAbove(real: string): boolean;
}

export interface PrivatePlacesOptions {
  /** Real path of the project. */
  readonly root: string;
  /** Paths of settings and state; links in them are resolved, even in paths that do not exist yet. */
  readonly places: readonly string[];
}

/** What may be read below a repository's `.outrider/`. */
const shared: ReadonlySet<string> = new Set(["memories", "project.toml"]);

export function createPrivatePlaces({ root, places }: PrivatePlacesOptions): PrivatePlaces {
  const roots = [...new Set(places.map(realPlace))].filter((place) => place !== join(root, ".outrider"));
  // By prefix: walks check this for every file.
  const below = roots.map((place) => place + sep);
  return {
    holds: (real) =>
      isOwnName(root, real) || below.some((prefix, index) => real === roots[index] || real.startsWith(prefix)),
    isAbove: (real) => roots.some((place) => place !== real && isInside(real, place)),
  };
}

/** By name at every depth: sub-projects have their own state. */
function isOwnName(root: string, real: string): boolean {
  const name = comparable(real);
  if (!name.includes(".outrider") || !isInside(root, real)) return false;
  const names = comparable(relativeTo(root, real)).split("/");
  const at = names.indexOf(".outrider");
  return at !== -1 && !shared.has(names[at + 1] ?? "");
}

/** Where a path really is, or would be. */
export function realPlace(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realPlace(above), basename(path));
  }
}
