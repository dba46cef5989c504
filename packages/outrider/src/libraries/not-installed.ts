import { ToolError } from "toolwright";
import { showPath } from "../workspace/paths/check-path.ts";
import type { LibraryUser } from "./library-finder.ts";
import { type Dependency, readDependencies } from "./manifests/read-manifests.ts";
import type { LibrarySource } from "./sources/library-source.ts";

/** How long manifests are read for the sake of a better sentence. */
const manifestsMs = 3_000;

/** Says where a library was looked for, and whether the project asks for it: then it is merely not on this machine. */
export async function notInstalled(
  libraryPath: string,
  segments: readonly string[],
  { project, sources }: { readonly project: LibraryUser; readonly sources: readonly LibrarySource[] },
): Promise<ToolError> {
  const looked = `Looked in ${sources.map((source) => source.place).join(", ")}.`;
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

/** Python takes these spellings of a name for the same. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}
