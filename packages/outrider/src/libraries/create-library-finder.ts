import { homedir } from "node:os";
import { ToolError } from "toolwright";
import { showPath } from "../workspace/paths/check-path.ts";
import { cargoLibraries } from "./cargo-libraries.ts";
import { goLibraries } from "./go-libraries.ts";
import type { LibraryFinder } from "./library-finder.ts";
import type { LibraryCandidate, LibraryPlaces, LibrarySource } from "./library-source.ts";
import { nodeLibraries } from "./node-libraries.ts";
import { pythonLibraries } from "./python-libraries.ts";
import { sameVersion } from "./version.ts";

export interface LibraryFinderOptions {
  /** Told of the directory of each library that is found, so that the path policy of that project lets reads into it. */
  readonly addRoot: (projectRoot: string, root: string) => void;
  /** The process's own unless told. */
  readonly places?: LibraryPlaces;
}

const prefix = "library:";

export function isLibraryPath(path: string): boolean {
  return path.startsWith(prefix);
}

/** Looks for libraries where the ecosystems install them; the first ecosystem that has one wins. */
export function createLibraryFinder({ addRoot, places = ownPlaces() }: LibraryFinderOptions): LibraryFinder {
  const sources: readonly LibrarySource[] = [
    nodeLibraries(),
    pythonLibraries(places),
    cargoLibraries(places),
    goLibraries(places),
  ];
  return {
    async find(project, libraryPath) {
      const segments = readSegments(libraryPath);
      const found: LibraryCandidate[] = [];
      for (const source of sources) {
        const candidates = await source.find(project.root, segments);
        const fitting = candidates.find((each) => each.wanted === undefined || sameVersion(each.version, each.wanted));
        if (fitting !== undefined) {
          const { root, rest, name, version } = fitting;
          addRoot(project.root, root);
          return { root, path: rest.join("/"), name, version };
        }
        found.push(...candidates);
      }
      throw found.length > 0 ? otherVersions(libraryPath, found) : notInstalled(libraryPath, sources);
    },
  };
}

function readSegments(libraryPath: string): readonly string[] {
  const segments = libraryPath
    .slice(prefix.length)
    .split("/")
    .filter((segment) => segment !== "");
  const bad = segments.find((segment) => segment === "." || segment === ".." || /[\\:\p{Cc}]/u.test(segment));
  if (segments.length === 0 || bad !== undefined || !libraryPath.startsWith(prefix)) {
    const message = `${showPath(libraryPath)} is no path of a library. Write library:NAME/path, or library:NAME@VERSION/path.`;
    throw new ToolError("invalid_path", message);
  }
  return segments;
}

function otherVersions(libraryPath: string, found: readonly LibraryCandidate[]): ToolError {
  const versions = [...new Set(found.map((each) => `${each.name}@${each.version ?? "?"}`))].slice(0, 10);
  return new ToolError("no_library", `${showPath(libraryPath)} is not installed; there is ${versions.join(", ")}.`);
}

function notInstalled(libraryPath: string, sources: readonly LibrarySource[]): ToolError {
  const looked = sources.map((source) => source.place).join(", ");
  const message = `The library of ${showPath(libraryPath)} was not found. Looked in ${looked}.`;
  return new ToolError("no_library", message);
}

function ownPlaces(): LibraryPlaces {
  return { environment: process.env, home: homedir() };
}
