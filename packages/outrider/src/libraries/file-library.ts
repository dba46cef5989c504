import { realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { isToolError } from "toolwright";
import { libraryEcosystems } from "../ecosystems/index.ts";
import type { FindLibraryOptions, LibraryFinder, LibraryUser } from "./library-finder.ts";

/**
 * The path by which tools accept a file of an installed library, which becomes readable; undefined if it is in none. A server's
 * answer alone opens nothing: the library has to be where the project's dependencies are installed.
 */
export async function libraryPathOf(
  libraries: Pick<LibraryFinder, "find">,
  project: LibraryUser,
  path: string,
  options?: FindLibraryOptions,
): Promise<string | undefined> {
  for (const named of candidatesFor(path)) {
    try {
      const found = await libraries.find(project, named);
      if ((await realPathOf(join(found.root, found.path))) !== path) continue;
      if (options !== undefined) await libraries.find(project, named, options);
      return named;
    } catch (error) {
      if (!isToolError(error)) throw error;
    }
  }
  return undefined;
}

/** The paths by which ecosystems would name the file, judged by its location. */
function candidatesFor(path: string): readonly string[] {
  const found = libraryEcosystems.flatMap(({ sources }) => sources?.libraryPathOf?.(path) ?? []);
  return found.map((each) => `library:${each}`);
}

async function realPathOf(path: string): Promise<string> {
  const real = await realpath(path).catch(() => path);
  return sep === "/" ? real : real.replaceAll(sep, "/");
}
