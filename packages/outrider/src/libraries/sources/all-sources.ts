import type { LookUp } from "../look-up.ts";
import { cargoLibraries } from "./cargo-libraries.ts";
import { composerLibraries } from "./composer-libraries.ts";
import { goLibraries } from "./go-libraries.ts";
import type { LibraryPlaces, LibrarySource } from "./library-source.ts";
import { nodeLibraries } from "./node-libraries.ts";
import { pythonLibraries } from "./python-libraries.ts";
import { rubyLibraries } from "./ruby-libraries.ts";

/** In the order in which a name is looked for. */
export function allSources(places: LibraryPlaces, lookUp?: LookUp): readonly LibrarySource[] {
  return [
    nodeLibraries(lookUp),
    pythonLibraries(places, lookUp),
    cargoLibraries(places, lookUp),
    goLibraries(places, lookUp),
    rubyLibraries(places, lookUp),
    composerLibraries(lookUp),
  ];
}
