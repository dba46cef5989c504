import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { ToolError } from "toolwright";
import { showPath } from "../workspace/paths/check-path.ts";
import { relativeTo } from "../workspace/paths/inside.ts";
import type { LibraryRules } from "../workspace/walk/walk.ts";
import { checkDirectory } from "./known/check-directory.ts";
import { changeKnown, readKnown } from "./known/known-libraries.ts";
import { forgetLibrary, registerLibrary } from "./known/register-library.ts";
import type { LibraryFile, LibraryFinder, LibraryUser } from "./library-finder.ts";
import { readSegments } from "./library-path.ts";
import { openLibraryProject } from "./library-project.ts";
import { notInstalled } from "./not-installed.ts";
import { isOwnCode } from "./own-code.ts";
import { listLibraries } from "./list-libraries.ts";
import { listManifests } from "./manifests/read-manifests.ts";
import { allSources } from "./sources/all-sources.ts";
import type { LibraryCandidate, LibraryPlaces, LibrarySource } from "./sources/library-source.ts";
import { sameVersion } from "./version.ts";

export interface LibraryFinderOptions {
  /** Told of the directory of each library that is found, so that the path policy of that project lets reads into it. */
  readonly addRoot: (projectRoot: string, root: string) => void;
  /** Told when a registered directory is forgotten. */
  readonly dropRoot?: (projectRoot: string, root: string) => void;
  /** The process's own unless told. */
  readonly places?: LibraryPlaces;
}

interface Found extends Omit<LibraryFile, "rules"> {
  readonly isFile: boolean;
  /** Undefined where it was registered. */
  readonly source: LibrarySource | undefined;
}

/** How long sub-projects are looked for, where the project's own root does not have the library. */
const subprojectMs = 3_000;

/** Looks for libraries among those registered, then where the ecosystems install them; the first that has one wins. */
export function createLibraryFinder({ addRoot, dropRoot, places = ownPlaces() }: LibraryFinderOptions): LibraryFinder {
  const sources = allSources(places);

  async function find(project: LibraryUser, libraryPath: string): Promise<Found> {
    const segments = readSegments(libraryPath);
    const found = (await findRegistered(project, segments)) ?? (await findInstalled(project, libraryPath, segments));
    addRoot(project.root, found.root);
    return found;
  }

  /** The directory is judged again each time: it may have become a link, or somebody's secrets, since. */
  async function findRegistered(project: LibraryUser, segments: readonly string[]): Promise<Found | undefined> {
    const whole = segments.join("/");
    const { registered } = await readKnown(project);
    const fitting = registered.filter(({ name }) => whole === name || whole.startsWith(`${name}/`));
    const [best] = fitting.toSorted((left, right) => right.name.length - left.name.length);
    if (best === undefined) return undefined;
    const root = await checkDirectory(best.root, project, places);
    const path = whole.slice(best.name.length + 1);
    return { root, path, name: best.name, version: undefined, isFile: false, source: undefined };
  }

  async function findInstalled(project: LibraryUser, libraryPath: string, segments: readonly string[]): Promise<Found> {
    const atRoot = await lookIn(project, segments, undefined);
    if (atRoot.fitting !== undefined) return atRoot.fitting;
    if (atRoot.others.length > 0) throw otherVersions(libraryPath, atRoot.others);
    const others: LibraryCandidate[] = [];
    for (const directory of await subprojectsOf(project)) {
      const below = await lookIn(project, segments, directory);
      if (below.fitting !== undefined) return below.fitting;
      others.push(...below.others);
    }
    if (others.length > 0) throw otherVersions(libraryPath, others);
    throw await notInstalled(libraryPath, segments, { project, sources });
  }

  async function lookIn(
    { root }: LibraryUser,
    segments: readonly string[],
    directory: string | undefined,
  ): Promise<{ readonly fitting: Found | undefined; readonly others: readonly LibraryCandidate[] }> {
    const others: LibraryCandidate[] = [];
    for (const source of sources) {
      const candidates = await source.find(root, segments, { directory });
      const fitting = candidates.find((each) => each.wanted === undefined || sameVersion(each.version, each.wanted));
      if (fitting !== undefined) return { fitting: asFound(fitting, source), others };
      others.push(...candidates);
    }
    return { fitting: undefined, others };
  }

  return {
    async find(project, libraryPath, { byDefinition = false } = {}) {
      const found = await find(project, libraryPath);
      const { root, path, name, version, source } = found;
      if (byDefinition && source !== undefined) {
        // Only a list would miss it.
        await changeKnown(project, (known) => {
          const isKnown = known.learned.some((each) => each.name === name && each.version === version);
          const others = known.learned.filter((each) => each.name !== name || each.ecosystem !== source.ecosystem);
          const next = { name, ecosystem: source.ecosystem, ...(version === undefined ? {} : { version }) };
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

/** A directory that a person let in, or that has a repository of its own, is a working copy; the others were published. */
function rulesOf({ root, source }: Found): LibraryRules {
  const isWorkingCopy = source === undefined || existsSync(join(root, ".git"));
  // Libraries inside of a library are others.
  return { root, ignoreFiles: isWorkingCopy ? "own" : "none", exclude: ["node_modules"] };
}

const mostSubprojects = 50;

function asFound({ root, rest, name, version, isFile }: LibraryCandidate, source: LibrarySource): Found {
  return { root, path: rest.join("/"), name, version, isFile: isFile === true, source };
}

/** Packages of a repository may have libraries of their own, which its root does not have. */
async function subprojectsOf(project: LibraryUser): Promise<readonly string[]> {
  const manifests = await listManifests(project, AbortSignal.timeout(subprojectMs)).catch(() => []);
  const below = new Set(manifests.map(({ path }) => join(project.root, dirname(path))));
  below.delete(project.root);
  return [...below].slice(0, mostSubprojects);
}

function otherVersions(libraryPath: string, found: readonly LibraryCandidate[]): ToolError {
  const versions = [...new Set(found.map((each) => `${each.name}@${each.version ?? "?"}`))].slice(0, 10);
  return new ToolError("no_library", `${showPath(libraryPath)} is not installed; there is ${versions.join(", ")}.`);
}

function ownPlaces(): LibraryPlaces {
  return { environment: process.env, home: homedir() };
}
