import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { ToolError } from "toolwright";
import type { LibraryCandidate, LibraryPlaces, Machine } from "../ecosystems/ecosystem.ts";
import { libraryEcosystems } from "../ecosystems/index.ts";
import { lookUp } from "../ecosystems/look-up.ts";
import { sameVersion } from "../ecosystems/version.ts";
import { showPath } from "../workspace/paths/check-path.ts";
import { relativeTo } from "../workspace/paths/inside.ts";
import type { LibraryRules } from "../workspace/walk/walk.ts";
import { checkDirectory } from "./known/check-directory.ts";
import { changeKnown, readKnown } from "./known/known-libraries.ts";
import { forgetLibrary, registerLibrary } from "./known/register-library.ts";
import type { LibraryFile, LibraryFinder, LibraryUser } from "./library-finder.ts";
import { readSegments } from "./library-path.ts";
import { isOwnCode, openLibraryProject } from "./library-project.ts";
import { listLibraries } from "./list-libraries.ts";
import { type Dependency, listManifests, readDependencies } from "./read-dependencies.ts";

export interface LibraryFinderOptions {
  /** Called with the directory of each library found, so that the path policy of that project allows reads there. */
  readonly addRoot: (projectRoot: string, root: string) => void;
  /** Called when a registered directory is forgotten. */
  readonly dropRoot?: (projectRoot: string, root: string) => void;
  /** Default: the process's own. */
  readonly places?: LibraryPlaces;
}

interface Found extends Omit<LibraryFile, "rules"> {
  readonly isFile: boolean;
  /** The ecosystem that installed it; undefined if it was registered. */
  readonly ecosystem: string | undefined;
}

/** How long to search sub-projects if the project's own root does not have the library. */
const subprojectMs = 3_000;

/** Searches the registered libraries first, then where ecosystems install theirs; the first match wins. */
// oxlint-disable-next-line max-lines-per-function -- its caches are one state; every function inside is short
export function createLibraryFinder({ addRoot, dropRoot, places = ownPlaces() }: LibraryFinderOptions): LibraryFinder {
  const machine: Machine = { ...places, ...lookUp };

  async function find(project: LibraryUser, libraryPath: string): Promise<Found> {
    const segments = readSegments(libraryPath);
    const found = (await findRegistered(project, segments)) ?? (await findInstalled(project, libraryPath, segments));
    addRoot(project.root, found.root);
    return found;
  }

  /** The directory is checked again each time: it may have become a link, or contain secrets, since. */
  async function findRegistered(project: LibraryUser, segments: readonly string[]): Promise<Found | undefined> {
    const whole = segments.join("/");
    const { registered } = await readKnown(project);
    const fitting = registered.filter(({ name }) => whole === name || whole.startsWith(`${name}/`));
    const [best] = fitting.toSorted((left, right) => right.name.length - left.name.length);
    if (best === undefined) return undefined;
    const root = await checkDirectory(best.root, project, places);
    const path = whole.slice(best.name.length + 1);
    return { root, path, name: best.name, version: undefined, isFile: false, ecosystem: undefined };
  }

  async function findInstalled(project: LibraryUser, libraryPath: string, segments: readonly string[]): Promise<Found> {
    const atRoot = await lookIn(project, segments, project.root);
    if (atRoot.fitting !== undefined) return atRoot.fitting;
    if (atRoot.others.length > 0) throw otherVersions(libraryPath, atRoot.others);
    const others: LibraryCandidate[] = [];
    for (const directory of await subprojectsOf(project)) {
      const below = await lookIn(project, segments, directory);
      if (below.fitting !== undefined) return below.fitting;
      others.push(...below.others);
    }
    if (others.length > 0) throw otherVersions(libraryPath, others);
    throw await notInstalled(libraryPath, segments, project);
  }

  async function lookIn(
    { root: projectRoot }: LibraryUser,
    segments: readonly string[],
    directory: string,
  ): Promise<{ readonly fitting: Found | undefined; readonly others: readonly LibraryCandidate[] }> {
    const others: LibraryCandidate[] = [];
    for (const { id, sources } of libraryEcosystems) {
      const candidates = (await sources?.find({ projectRoot, directory, segments }, machine)) ?? [];
      const fitting = candidates.find((each) => each.wanted === undefined || sameVersion(each.version, each.wanted));
      if (fitting !== undefined) return { fitting: asFound(fitting, id), others };
      others.push(...candidates);
    }
    return { fitting: undefined, others };
  }

  return {
    async find(project, libraryPath, { byDefinition = false } = {}) {
      const found = await find(project, libraryPath);
      const { root, path, name, version, ecosystem } = found;
      if (byDefinition && ecosystem !== undefined) {
        // If this fails, the library is only missing from the list.
        await changeKnown(project, (known) => {
          const isKnown = known.learned.some((each) => each.name === name && each.version === version);
          const others = known.learned.filter((each) => each.name !== name || each.ecosystem !== ecosystem);
          const next = { name, ecosystem, ...(version === undefined ? {} : { version }) };
          return isKnown ? undefined : { ...known, learned: [...others, next] };
        }).catch(() => {});
      }
      return { root, path, name, version, rules: isOwnCode(project.root, root) ? undefined : rulesOf(found) };
    },
    async open(project, libraryPath) {
      const found = await find(project, libraryPath);
      const { root, path, name, version, isFile } = found;
      if (isOwnCode(project.root, root)) {
        const below = relativeTo(project.root, join(root, path));
        return { project, path: below, prefix: "", name, version };
      }
      const view = openLibraryProject(project, { name, root, isFile, rules: rulesOf(found) });
      return { project: view, path, prefix: `${view.name}/`, name, version };
    },
    list: (project, { signal }) => listLibraries(project, { places, signal }),
    async register(project, path, name) {
      const registered = await registerLibrary(project, path, {
        name,
        places,
        isTaken: async (wanted) =>
          await findInstalled(project, `library:${wanted}`, wanted.split("/")).then(
            () => true,
            () => false,
          ),
      });
      addRoot(project.root, registered.root);
      return registered;
    },
    async forget(project, name) {
      const { found, root } = await forgetLibrary(project, name);
      if (root !== undefined) dropRoot?.(project.root, root);
      return found;
    },
  };
}

/** A directory that a person registered, or that has its own repository, is a working copy; the others were published. */
function rulesOf({ root, ecosystem }: Found): LibraryRules {
  const isWorkingCopy = ecosystem === undefined || existsSync(join(root, ".git"));
  // Libraries inside a library are separate ones.
  const exclude = libraryEcosystems.flatMap(({ sources }) => sources?.nestedDirectories ?? []);
  return { root, ignoreFiles: isWorkingCopy ? "own" : "none", exclude };
}

const maxSubprojects = 50;

function asFound({ root, rest, name, version, isFile }: LibraryCandidate, ecosystem: string): Found {
  return { root, path: rest.join("/"), name, version, isFile: isFile === true, ecosystem };
}

/** Packages of a repository may have their own libraries, which its root does not have. */
async function subprojectsOf(project: LibraryUser): Promise<readonly string[]> {
  const manifests = await listManifests(project, AbortSignal.timeout(subprojectMs)).catch(() => []);
  const below = new Set(manifests.map(({ path }) => join(project.root, dirname(path))));
  below.delete(project.root);
  return [...below].slice(0, maxSubprojects);
}

function otherVersions(libraryPath: string, found: readonly LibraryCandidate[]): ToolError {
  const versions = [...new Set(found.map((each) => `${each.name}@${each.version ?? "?"}`))].slice(0, 10);
  return new ToolError("no_library", `${showPath(libraryPath)} is not installed; there is ${versions.join(", ")}.`);
}

/** How long to read manifests for a better error message. */
const manifestsMs = 3_000;

/** Says where a library was searched, and whether the project depends on it: then it is just not on this machine. */
async function notInstalled(
  libraryPath: string,
  segments: readonly string[],
  project: LibraryUser,
): Promise<ToolError> {
  const looked = `Looked in ${libraryEcosystems.flatMap(({ sources }) => sources?.place ?? []).join(", ")}.`;
  const named = await findNamed(project, segments);
  const message =
    named === undefined
      ? `The library of ${showPath(libraryPath)} was not found. ${looked}`
      : `${showPath(named.from)} names ${named.name}, but its source is not on this machine. ${looked}`;
  return new ToolError("no_library", message);
}

async function findNamed(project: LibraryUser, segments: readonly string[]): Promise<Dependency | undefined> {
  const read = await readDependencies(project, AbortSignal.timeout(manifestsMs)).catch(() => undefined);
  const whole = `${plain(segments.map((each) => each.replace(/(?<=.)@.*$/, "")).join("/"))}/`;
  const fitting = (read?.dependencies ?? []).filter(({ name }) => whole.startsWith(`${plain(name)}/`));
  return fitting.toSorted((left, right) => right.name.length - left.name.length)[0];
}

/** Some ecosystems treat these spellings of a name as equal, and a hint may be generous. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}

function ownPlaces(): LibraryPlaces {
  return { environment: process.env, home: homedir() };
}
