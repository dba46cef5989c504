import { cmake } from "./cmake/index.ts";
import { dart } from "./dart/index.ts";
import { deno } from "./deno/index.ts";
import { docker } from "./docker/index.ts";
import { dotnet } from "./dotnet/index.ts";
import type { Ecosystem, LibraryEcosystem } from "./ecosystem.ts";
import { elixir } from "./elixir/index.ts";
import { go } from "./go/index.ts";
import { java } from "./java/index.ts";
import { make } from "./make/index.ts";
import { node } from "./node/index.ts";
import { php } from "./php/index.ts";
import { python } from "./python/index.ts";
import { ruby } from "./ruby/index.ts";
import { rust } from "./rust/index.ts";

/** Sorted by id. */
export const ecosystems: readonly Ecosystem[] = [
  cmake,
  dart,
  deno,
  docker,
  dotnet,
  elixir,
  go,
  java,
  make,
  node,
  php,
  python,
  ruby,
  rust,
];

/** In lookup and listing order: if two ecosystems know a name, the first wins. */
export const libraryEcosystems = preferring(node, python, rust, go, ruby, php, java, dotnet).filter(hasLibraries);

/** In the order in which commands are shown: commands written for the project first, conventional ones after. */
export const detectors = preferring(
  make,
  node,
  deno,
  rust,
  go,
  python,
  java,
  dotnet,
  ruby,
  php,
  elixir,
  cmake,
  docker,
).flatMap((each) => each.detectors ?? []);

/** In the order in which they name a directory with several manifests. */
export const ownNames = preferring(node, rust, python, go).flatMap(({ ownName }) => ownName ?? []);

function hasLibraries(ecosystem: Ecosystem): ecosystem is LibraryEcosystem {
  return ecosystem.manifests !== undefined;
}

/** These first; all others follow without being listed. */
function preferring(...first: readonly Ecosystem[]): readonly Ecosystem[] {
  return [...new Set([...first, ...ecosystems])];
}
