import { dirname, join } from "node:path";
import { isToolError } from "toolwright";
import { checkDirectory } from "./known/check-directory.ts";
import { readKnown, type Registered } from "./known/known-libraries.ts";
import type { KnownLibrary, LibraryList, LibraryUser } from "./library-finder.ts";
import { libraryState } from "./library-project.ts";
import { createLookUpOnce, type LookUp } from "./look-up.ts";
import { type Dependency, readDependencies } from "./manifests/read-manifests.ts";
import { isOwnCode } from "./own-code.ts";
import { allSources } from "./sources/all-sources.ts";
import { findDotnet, findJava } from "./sources/binary-libraries.ts";
import type { LibraryPlaces } from "./sources/library-source.ts";

export interface ListOptions {
  readonly places: LibraryPlaces;
  readonly signal: AbortSignal;
}

/** So many are looked for at once. */
const atOnce = 32;

/** Every library that the project has to do with, and what there is of it on this machine. Nothing is run, nothing opened. */
export async function listLibraries(project: LibraryUser, { places, signal }: ListOptions): Promise<LibraryList> {
  const { dependencies, problems } = await readDependencies(project, signal);
  const { registered, learned } = await readKnown(project);
  const lookUp = createLookUpOnce();
  const whereIs = createPlaceFinder(project, places, lookUp);
  const named = new Set(dependencies.map(({ ecosystem, name }) => `${ecosystem} ${name}`));
  const wanted: Named[] = [
    ...dependencies.map((each) => ({ ...each, found: "manifest" as const })),
    ...learned
      .filter(({ ecosystem, name }) => !named.has(`${ecosystem} ${name}`))
      .map(({ ecosystem, name, version }) => ({
        ecosystem,
        name,
        wanted: undefined,
        locked: version === undefined ? [] : [version],
        direct: true,
        from: undefined,
        found: "definition" as const,
      })),
  ];
  const libraries: KnownLibrary[] = [];
  for (let at = 0; at < wanted.length; at += atOnce) {
    signal.throwIfAborted();
    const some = wanted.slice(at, at + atOnce);
    libraries.push(...(await Promise.all(some.map(async (each) => ({ ...each, ...(await whereIs(each)) })))));
  }
  for (const each of registered) libraries.push(await describeRegistered(project, each, places, lookUp));
  return { libraries: libraries.sort(order), problems };
}

interface Named extends Omit<Dependency, "from"> {
  readonly from: string | undefined;
  readonly found: "manifest" | "definition";
}

type Place = Pick<KnownLibrary, "installed" | "source" | "place" | "shape" | "indexed">;

const nowhere: Place = { installed: undefined, source: "none", place: undefined, shape: "directory", indexed: false };

function createPlaceFinder(
  project: LibraryUser,
  places: LibraryPlaces,
  lookUp: LookUp,
): (named: Named) => Promise<Place> {
  const sources = allSources(places, lookUp);
  return async ({ ecosystem, name, locked, from }) => {
    if (ecosystem === "java" || ecosystem === "dotnet") {
      const look = ecosystem === "java" ? findJava : findDotnet;
      const found = await look({ name, version: locked[0] }, places, lookUp);
      if (found === undefined) return nowhere;
      return { ...nowhere, installed: found.version, source: found.kind, place: found.path };
    }
    const source = sources.find((each) => each.ecosystem === ecosystem);
    const segments = name.split("/");
    const beside = from === undefined ? undefined : join(project.root, dirname(from));
    const [atRoot] = (await source?.find(project.root, segments)) ?? [];
    const found = atRoot ?? (await source?.find(project.root, segments, { directory: beside }))?.[0];
    // A part of another library is not this one.
    if (found === undefined || (found.rest.length > 0 && found.isFile !== true)) return nowhere;
    const { root, version, isFile, rest } = found;
    const isOwn = isOwnCode(project.root, root);
    return {
      installed: version,
      source: "files",
      place: join(root, ...rest),
      shape: isOwn ? "own" : isFile === true ? "file" : "directory",
      indexed: !isOwn && (await isIndexed(project, root, lookUp)),
    };
  };
}

async function describeRegistered(
  project: LibraryUser,
  { name, root }: Registered,
  places: LibraryPlaces,
  lookUp: LookUp,
): Promise<KnownLibrary> {
  const about = { name, ecosystem: "other", found: "registered", wanted: undefined, locked: [], direct: true } as const;
  try {
    const place = await checkDirectory(root, project, places);
    return { ...about, ...nowhere, source: "files", place, indexed: await isIndexed(project, root, lookUp) };
  } catch (error) {
    if (!isToolError(error)) throw error;
    return { ...about, ...nowhere, place: root };
  }
}

async function isIndexed({ state }: LibraryUser, root: string, lookUp: LookUp): Promise<boolean> {
  return (await lookUp.namesIn(await libraryState(state, root).localPath())).some((name) => !name.startsWith("."));
}

function order(left: KnownLibrary, right: KnownLibrary): number {
  const rank = ({ source, found, direct }: KnownLibrary): number =>
    (source === "files" ? 0 : 100) + (found === "manifest" ? (direct ? 10 : 20) : 0);
  return rank(left) - rank(right) || (left.name < right.name ? -1 : left.name > right.name ? 1 : 0);
}
