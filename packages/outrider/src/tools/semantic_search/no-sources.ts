import { ToolError } from "toolwright";
import type { KnownLibrary } from "../../libraries/library-finder.ts";
import { showLibraryPath } from "../../libraries/library-path.ts";
import { countOf } from "../../workspace/text/visible-text.ts";

const maxNamed = 5;

/** Why `scope: "libraries"` has nothing to search. */
export function noSources(libraries: readonly KnownLibrary[]): ToolError {
  const asked = libraries.filter(({ direct, shape }) => direct && shape !== "own");
  return new ToolError("no_library", describeMissing(asked), { next: { tool: "library", input: { action: "list" } } });
}

function describeMissing(asked: readonly KnownLibrary[]): string {
  const names = namesOf(asked);
  if (names.length === 0) return "There is no library to search: no manifest of the project names one.";
  // A single file among those of others is not a place of its own.
  const single = namesOf(asked.filter(({ shape, source }) => shape === "file" && source === "files"));
  if (single.length > 0) {
    const paths = single.map((name) => showLibraryPath(name, ""));
    return `Of the project's ${countOf(names.length, "library", "libraries")} none has a directory of source on this machine. Single files, to be named as scope: ${some(paths)}.`;
  }
  const who =
    names.length === 1
      ? `The project's only library, ${names[0]}, has no source`
      : `None of the project's ${names.length} libraries has source`;
  return `${who} on this machine${names.length === 1 ? "" : `: ${some(names)}`}. Install them, or register a directory with library.`;
}

function namesOf(libraries: readonly KnownLibrary[]): readonly string[] {
  return [...new Set(libraries.map(({ name }) => name))];
}

function some(names: readonly string[]): string {
  const more = names.length - maxNamed;
  return [...names.slice(0, maxNamed), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}
