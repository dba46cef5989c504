import { dirname, join } from "node:path";
import { isToolError } from "toolwright";
import type { LibraryPlaces, Machine } from "../ecosystems/ecosystem.ts";
import { libraryEcosystems } from "../ecosystems/index.ts";
import { createCachedLookUp } from "../ecosystems/look-up.ts";
import { checkDirectory } from "./known/check-directory.ts";
import { readKnown, type Registered } from "./known/known-libraries.ts";
import type { KnownLibrary, LibraryList, LibraryUser } from "./library-finder.ts";
import { isOwnCode, libraryState } from "./library-project.ts";
import { type Dependency, readDependencies } from "./read-dependencies.ts";

export interface ListOptions {
  readonly places: LibraryPlaces;
  readonly signal: AbortSignal;
}

/** How many are looked up in parallel. */
const atOnce = 32;

/** All libraries related to the project, and what is available of them on this machine. Runs and opens nothing. */
export async function listLibraries(project: LibraryUser, { places, signal }: ListOptions): Promise<LibraryList> {
  const { dependencies, problems } = await readDependencies(project, signal);
  const { registered, learned } = await readKnown(project);
  const machine: Machine = { ...places, ...createCachedLookUp() };
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
    libraries.push(
      ...(await Promise.all(some.map(async (each) => ({ ...each, ...(await locate(each, project, machine)) })))),
    );
  }
  for (const each of registered) libraries.push(await describeRegistered(project, each, machine));
  return { libraries: libraries.sort(order), problems };
}

interface Named extends Omit<Dependency, "from"> {
  readonly from: string | undefined;
  readonly found: "manifest" | "definition";
}

type Installation = Pick<KnownLibrary, "installed" | "source" | "place" | "shape" | "indexed">;

const nowhere: Installation = {
  installed: undefined,
  source: "none",
  place: undefined,
  shape: "directory",
  indexed: false,
};

async function locate(
  { ecosystem, name, locked, from }: Named,
  project: LibraryUser,
  machine: Machine,
): Promise<Installation> {
  const { sources, findCompiled } = libraryEcosystems.find(({ id }) => id === ecosystem) ?? {};
  if (sources === undefined) {
    const compiled = await findCompiled?.({ name, version: locked[0] }, machine);
    if (compiled === undefined) return nowhere;
    return { ...nowhere, installed: compiled.version, source: compiled.kind, place: compiled.path };
  }
  const wanted = { projectRoot: project.root, directory: project.root, segments: name.split("/") };
  const beside = from === undefined ? project.root : join(project.root, dirname(from));
  const [atRoot] = await sources.find(wanted, machine);
  const found = atRoot ?? (await sources.find({ ...wanted, directory: beside }, machine))[0];
  // A match inside another library is not this one.
  if (found === undefined || (found.rest.length > 0 && found.isFile !== true)) return nowhere;
  const { root, version, isFile, rest } = found;
  const isOwn = isOwnCode(project.root, root);
  return {
    installed: version,
    source: "files",
    place: join(root, ...rest),
    shape: isOwn ? "own" : isFile === true ? "file" : "directory",
    indexed: !isOwn && (await isIndexed(project, root, machine)),
  };
}

async function describeRegistered(
  project: LibraryUser,
  { name, root }: Registered,
  machine: Machine,
): Promise<KnownLibrary> {
  const about = { name, ecosystem: "other", found: "registered", wanted: undefined, locked: [], direct: true } as const;
  try {
    const place = await checkDirectory(root, project, machine);
    return { ...about, ...nowhere, source: "files", place, indexed: await isIndexed(project, root, machine) };
  } catch (error) {
    if (!isToolError(error)) throw error;
    return { ...about, ...nowhere, place: root };
  }
}

async function isIndexed({ state }: LibraryUser, root: string, { namesIn }: Machine): Promise<boolean> {
  return (await namesIn(await libraryState(state, root).localPath())).some((name) => !name.startsWith("."));
}

function order(left: KnownLibrary, right: KnownLibrary): number {
  const rank = ({ source, found, direct }: KnownLibrary): number =>
    (source === "files" ? 0 : 100) + (found === "manifest" ? (direct ? 10 : 20) : 0);
  return rank(left) - rank(right) || (left.name < right.name ? -1 : left.name > right.name ? 1 : 0);
}
