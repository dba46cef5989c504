import { posix, win32 } from "node:path";
import { ToolError } from "toolwright";
import type { KnownLibrary, LibraryFinder } from "../../libraries/library-finder.ts";
import { isLibraryPath, showLibraryPath } from "../../libraries/library-path.ts";
import type { SearchHit } from "../../search/project-search.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import type { Project } from "../../workspace/project.ts";
import { createFileFilter } from "../../workspace/walk/globs.ts";
import { isGlob } from "../file-scope.ts";
import { openTarget } from "../open-target-project.ts";
import { noSources } from "./no-sources.ts";
import type { Input } from "./schema.ts";

/** A project or a library that is searched. */
export interface SearchedPlace {
  readonly project: Project;
  /** Prefix of its paths. */
  readonly prefix: string;
  readonly path: string | undefined;
  readonly shown: string;
  /** One of many: if it cannot be searched, the others answer. */
  readonly isOneOfMany?: boolean;
}

/** One of many that cannot be searched. */
export interface LostPlace {
  readonly shown: string;
  readonly problem: string;
}

export type Places = readonly (SearchedPlace | LostPlace)[];

export interface FoundHit {
  readonly place: SearchedPlace;
  readonly hit: SearchHit;
}

export interface FindPlacesOptions {
  readonly libraries: LibraryFinder;
  readonly signal: AbortSignal;
}

/** The places a question is about: those that `scope` names, or the one that contains `path`. */
export async function findPlaces(
  { scope = "project", path: given }: Pick<Input, "scope" | "path">,
  project: Project,
  { libraries, signal }: FindPlacesOptions,
): Promise<Places> {
  const path = given === "" ? undefined : given;
  const open = async (wanted: string | undefined): Promise<SearchedPlace> => {
    const place = await openTarget(wanted, project, libraries);
    return { ...place, shown: place.library?.name ?? place.project.name };
  };
  if (scope === "" || scope === "project") return [await open(path)];
  if (isLibraryPath(scope)) {
    const place = await open(scope);
    const below = [place.path, pathInLibrary(scope, path)].filter((part) => part !== undefined);
    return [{ ...place, path: below.length === 0 ? undefined : below.join("/") }];
  }
  if (scope !== "libraries" && scope !== "all") throw unknownScope(scope);
  // The path itself says which library is meant.
  if (path !== undefined && isLibraryPath(path)) return [await open(path)];
  const below = pathBelow(scope, path);
  // An invalid glob must not be blamed on a library.
  if (below !== undefined && isGlob(below)) createFileFilter([below], { narrow: false });
  const places: (SearchedPlace | LostPlace)[] = [];
  const own = scope === "all" ? await open(below) : undefined;
  if (own !== undefined && (await hasPath(own))) places.push(own);
  const known = (await libraries.list(project, { signal })).libraries;
  const names = namesOf(known);
  if (names.size === 0 && scope === "libraries") throw noSources(known);
  for (const name of names) {
    try {
      const place = { ...(await open(showLibraryPath(name, ""))), path: below, isOneOfMany: true };
      // A package of the project itself is searched with the project.
      if (place.prefix !== "" && (await hasPath(place))) places.push(place);
    } catch (error) {
      signal.throwIfAborted();
      places.push(lose(name, error));
    }
  }
  const lost = places.filter((place) => "problem" in place);
  if (below !== undefined && lost.length === places.length) throw nowhere(below, scope, lost);
  return places;
}

/** At most this many places that cannot be searched are named; the others are counted. */
export const maxLostTold = 5;

export function lose(shown: string, error: unknown): LostPlace {
  return { shown, problem: error instanceof Error ? error.message : String(error) };
}

/** Libraries that the project itself requires; a registered one even if it no longer exists, so that this is reported. */
function namesOf(libraries: readonly KnownLibrary[]): ReadonlySet<string> {
  const wanted = libraries.filter(
    ({ direct, shape, source, found }) =>
      direct && shape === "directory" && (source === "files" || found === "registered"),
  );
  return new Set(wanted.map(({ name }) => name));
}

async function hasPath({ project, path }: SearchedPlace): Promise<boolean> {
  return path === undefined || isGlob(path) || (await project.files.locate(path, "read")).kind !== "missing";
}

function unknownScope(scope: string): ToolError {
  const message = `There is no scope ${JSON.stringify(scope)}: give project, lib:NAME, libraries or all.`;
  return new ToolError("unknown_scope", message, { next: { tool: "library", input: { action: "list" } } });
}

function nowhere(path: string, scope: "libraries" | "all", lost: readonly LostPlace[]): ToolError {
  const who = scope === "all" ? "Neither the project nor one of its libraries" : "None of the project's libraries";
  const but = lost.length === 0 ? "" : `, as far as they can be opened (not: ${describeLost(lost)})`;
  return new ToolError("not_found", `${who} has ${showPath(path)}${but}. A glob finds it at any depth: "**/name".`);
}

function describeLost(lost: readonly LostPlace[]): string {
  const more = lost.length - maxLostTold;
  const names = lost.slice(0, maxLostTold).map(({ shown }) => shown);
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

/** The part of `path` below the library `scope`; undefined for the whole library. */
function pathInLibrary(scope: string, path: string | undefined): string | undefined {
  if (path === undefined || !isLibraryPath(path)) return pathBelow(scope, path);
  const [library, named] = [scope, path].map((each) => each.slice(each.indexOf(":") + 1).replace(/\/+$/, ""));
  if (named === library) return undefined;
  if (named?.startsWith(`${library}/`) === true) return named.slice(`${library}/`.length);
  throw new ToolError(
    "invalid_path",
    `${showPath(path)} is not in ${showPath(scope)}: leave scope out, or give a path below that library.`,
  );
}

/** The path relative to each searched place; undefined for all of it. An absolute path would be in one place, or in none. */
function pathBelow(scope: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const isOneOnly = posix.isAbsolute(path) || win32.isAbsolute(path) || path.startsWith("~");
  const below = posix.normalize(path).replace(/\/+$/, "");
  if (isOneOnly || below === ".." || below.startsWith("../")) {
    throw new ToolError(
      "invalid_path",
      `With scope ${showPath(scope)}, path is a file, directory or glob below each library, such as "src" or "**/*.ts"; ${showPath(path)} is none.`,
    );
  }
  return below === "." || below === "" ? undefined : below;
}
