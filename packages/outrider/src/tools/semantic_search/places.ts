import { ToolError } from "toolwright";
import type { LibraryFinder } from "../../libraries/library-finder.ts";
import type { SearchHit } from "../../search/project-search.ts";
import type { Project } from "../../workspace/project.ts";
import { openPlace } from "../open-place.ts";
import type { Input } from "./schema.ts";

/** A project or a library that is searched. */
export interface SearchedPlace {
  readonly project: Project;
  /** In front of its paths. */
  readonly prefix: string;
  readonly path: string | undefined;
  readonly shown: string;
}

export interface FoundHit {
  readonly place: SearchedPlace;
  readonly hit: SearchHit;
}

/** Which places a question is about: those that `scope` names, or the one that `path` lies in. */
export async function findPlaces(
  { scope = "project", path }: Pick<Input, "scope" | "path">,
  project: Project,
  { libraries, signal }: { readonly libraries: LibraryFinder; readonly signal: AbortSignal },
): Promise<readonly SearchedPlace[]> {
  const own = async (given: string | undefined): Promise<SearchedPlace> => {
    const place = await openPlace(given, project, libraries);
    return { ...place, shown: place.library?.name ?? place.project.name };
  };
  if (scope === "" || scope === "project") return [await own(path)];
  if (/^lib(?:rary)?:/.test(scope))
    return [await own(path === undefined ? scope : `${scope.replace(/\/+$/, "")}/${path}`)];
  if (scope !== "libraries" && scope !== "all") {
    throw new ToolError(
      "unknown_scope",
      `There is no scope ${JSON.stringify(scope)}: give project, lib:NAME, libraries or all.`,
      { next: { tool: "library", input: { action: "list" } } },
    );
  }
  const places: SearchedPlace[] = scope === "all" ? [await own(path)] : [];
  for (const { name, direct } of (await libraries.roots(project, { signal })).values()) {
    if (!direct) continue;
    const place = await own(`library:${name}`);
    // A package of the project itself is searched with the project.
    if (place.prefix !== "") places.push(place);
  }
  return places;
}
