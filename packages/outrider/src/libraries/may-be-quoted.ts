import { stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isToolError } from "toolwright";
import { ecosystems } from "../ecosystems/index.ts";
import type { LibraryPlaces } from "../ecosystems/ecosystem.ts";
import { lookUp } from "../ecosystems/look-up.ts";
import { homeDirectory, isInside, relativeTo } from "../workspace/paths/inside.ts";
import { realDirectories } from "../workspace/projects/state-directory.ts";
import { libraryPathOf } from "./file-library.ts";
import type { LibraryFinder, LibraryUser } from "./library-finder.ts";

/** The text of a file (real path) that may be quoted; undefined for any other. `program` is the server that named it. */
export type ReadQuotable = (path: string, program: string) => Promise<string | undefined>;

const maxBytes = 8 * 1024 * 1024;

/** Where systems keep the libraries of their toolchains: published code, the same for all users. */
const systemPlaces: readonly string[] = [
  "/usr/include",
  "/usr/lib",
  "/usr/lib64",
  "/usr/share",
  "/usr/local/include",
  "/usr/local/lib",
  "/usr/local/share",
  "/usr/local/go",
  "/nix/store",
  "/Library/Developer",
  "/Library/Frameworks",
  "/System/Library",
  "/Applications/Xcode.app",
  "/opt/homebrew/include",
  "/opt/homebrew/lib",
  "/opt/homebrew/share",
  "/opt/homebrew/Cellar",
];

export interface QuotingOptions {
  readonly project: LibraryUser;
  readonly libraries: Pick<LibraryFinder, "find">;
  /** Default: the process's own. */
  readonly places?: LibraryPlaces;
}

/**
 * What a server says about a declaration quotes the file that it is in, and a repository can name any file of the machine in an
 * import or in the settings of a server. A file is quoted only if tools may read it, or if it is in an installed library, in the
 * library of the toolchain or in the server's own.
 */
export function createQuotableReader({ project, libraries, places = ownPlaces() }: QuotingOptions): ReadQuotable {
  const known = new Map<string, Promise<string | undefined>>();
  let shared: readonly string[] | undefined;

  async function mayBeQuoted(path: string, program: string): Promise<boolean> {
    const { root, files } = project;
    if (isInside(root, path)) return files.judge(relativeTo(root, path)) === "open";
    if (files.judge(path) !== "open") return false;
    shared ??= sharedPlaces(places);
    if ([...shared, ...besides(program)].some((each) => isInside(each, path))) return true;
    return (
      (await isPublic(path)) ||
      (await isReadable(files, path)) ||
      (await libraryPathOf(libraries, project, path)) !== undefined
    );
  }

  async function read(path: string, program: string): Promise<string | undefined> {
    return (await mayBeQuoted(path, program)) ? ((await lookUp.readStart(path, maxBytes)) ?? "") : undefined;
  }

  return (path, program) => {
    const found = known.get(path) ?? read(path, program);
    known.set(path, found);
    return found;
  };
}

/** In the project, in an opened library, or in a directory that the user lets tools read. */
async function isReadable({ locate }: LibraryUser["files"], path: string): Promise<boolean> {
  try {
    const { kind, masked } = await locate(path, "read");
    return kind === "file" && !masked;
  } catch (error) {
    if (isToolError(error)) return false;
    throw error;
  }
}

/** A file of the system's libraries that every user of the machine may read. */
async function isPublic(path: string): Promise<boolean> {
  if (!realDirectories(systemPlaces).some((each) => isInside(each, path))) return false;
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && (found.mode & 0o004) !== 0;
}

/** Installed for all projects of the user. An environment that names a whole home, or more, does not count. */
function sharedPlaces(places: LibraryPlaces): readonly string[] {
  const named = realDirectories(ecosystems.flatMap(({ sharedLibraries }) => sharedLibraries?.(places) ?? []));
  const homes = realDirectories([places.home, homeDirectory()]);
  return named.filter((each) => !homes.some((home) => isInside(each, home)));
}

/** A server brings its language's library along, in its package or beside the directory of its program. */
function besides(program: string): readonly string[] {
  const [modules] = /^.*[\\/]node_modules(?=[\\/])/s.exec(program) ?? [];
  if (modules !== undefined) return [modules];
  const directory = dirname(program);
  if (basename(directory) !== "bin") return [];
  return ["lib", "include"].map((name) => join(dirname(directory), name));
}

function ownPlaces(): LibraryPlaces {
  return { environment: process.env, home: homeDirectory() };
}
