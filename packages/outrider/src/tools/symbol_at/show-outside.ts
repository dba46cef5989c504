import { join } from "node:path";
import { isToolError } from "toolwright";
import { realPathOf } from "../../lsp/exact/places/places.ts";
import { libraryEcosystems } from "../../ecosystems/index.ts";
import type { LibraryFinder } from "../../libraries/library-finder.ts";
import type { Project } from "../../workspace/project.ts";

/**
 * The path by which `read_file` gets a file of an installed library, which is readable from then on; undefined for what is in
 * none. A server's word alone opens nothing: the library has to be where the project's dependencies are installed.
 */
export async function libraryPath(
  libraries: LibraryFinder,
  project: Project,
  path: string,
): Promise<string | undefined> {
  for (const named of candidatesFor(path)) {
    try {
      const found = await libraries.find(project, named);
      if ((await realPathOf(join(found.root, found.path))) !== path) continue;
      await libraries.find(project, named, { byDefinition: true });
      return named;
    } catch (error) {
      if (!isToolError(error)) throw error;
    }
  }
  return undefined;
}

/** The paths by which ecosystems would name the file, judged by where it lies. */
function candidatesFor(path: string): readonly string[] {
  const found = libraryEcosystems.flatMap(({ sources }) => sources?.libraryPathOf?.(path) ?? []);
  return found.map((each) => `library:${each}`);
}
