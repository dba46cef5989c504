import { join } from "node:path";
import { isToolError } from "toolwright";
import { realPathOf } from "../../lsp/exact/places/places.ts";
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
  for (const named of namesOf(path)) {
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

function namesOf(path: string): readonly string[] {
  const after = (mark: string): string | undefined => {
    const at = path.lastIndexOf(mark);
    return at === -1 ? undefined : path.slice(at + mark.length);
  };
  const inNode = after("/node_modules/");
  const inPython = after("/site-packages/");
  const inCargo = /^[^/]+\/([\w-]+)-(\d[^/]*)\/(.+)$/s.exec(after("/registry/src/") ?? "");
  // The cache of Go writes capitals as "!" and the small letter.
  const inGo = after("/pkg/mod/")?.replaceAll(/!([a-z])/g, (_mark, letter: string) => letter.toUpperCase());
  return [
    ...(inNode === undefined ? [] : [`library:${inNode}`]),
    ...(inPython === undefined ? [] : [`library:${inPython.replace(/^([^/]+)\.py$/, "$1")}`]),
    ...(inCargo === null ? [] : [`library:${inCargo[1]}@${inCargo[2]}/${inCargo[3]}`]),
    ...(inGo === undefined ? [] : [`library:${inGo}`]),
  ];
}
