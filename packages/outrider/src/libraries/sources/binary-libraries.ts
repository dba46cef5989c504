import { join } from "node:path";
import { lookUp as plain, type LookUp } from "../look-up.ts";
import { compareVersions } from "../version.ts";
import type { LibraryPlaces } from "./library-source.ts";

/** What is installed of a library whose source cannot be read as files. */
export interface BinaryLibrary {
  readonly version: string;
  /** "archive": its sources are there, packed; "binary": only what was compiled. */
  readonly kind: "archive" | "binary";
  readonly path: string;
}

export interface BinaryQuestion {
  readonly name: string;
  /** The one to prefer. */
  readonly version: string | undefined;
}

/** Maven's and Gradle's stores: `GROUP:ARTIFACT`, with the jar of sources where somebody has fetched it. */
export async function findJava(
  { name, version }: BinaryQuestion,
  { environment, home }: LibraryPlaces,
  lookUp: LookUp = plain,
): Promise<BinaryLibrary | undefined> {
  const [group = "", artifact = ""] = name.split(":");
  if (!isPart(group) || !isPart(artifact)) return undefined;
  const maven = join(home, ".m2", "repository", ...group.split("."), artifact);
  const gradleHome = environment["GRADLE_USER_HOME"] ?? join(home, ".gradle");
  const gradle = join(gradleHome, "caches", "modules-2", "files-2.1", group, artifact);
  for (const store of [maven, gradle]) {
    const installed = bestOf(await lookUp.namesIn(store), version);
    if (installed === undefined) continue;
    const directory = join(store, installed);
    const names = await lookUp.namesIn(directory);
    // Gradle keeps each file in a directory that is named by its hash.
    const inHashes =
      store === gradle ? await Promise.all(names.map((each) => lookUp.namesIn(join(directory, each)))) : [];
    const jars = [...names, ...inHashes.flat()];
    if (!jars.some((each) => each.endsWith(".jar"))) continue;
    const hasSources = jars.some((each) => each.endsWith("-sources.jar"));
    return { version: installed, kind: hasSources ? "archive" : "binary", path: directory };
  }
  return undefined;
}

/** NuGet's store holds assemblies, never source. */
export async function findDotnet(
  { name, version }: BinaryQuestion,
  { environment, home }: LibraryPlaces,
  lookUp: LookUp = plain,
): Promise<BinaryLibrary | undefined> {
  if (!isPart(name)) return undefined;
  const store = join(environment["NUGET_PACKAGES"] ?? join(home, ".nuget", "packages"), name.toLowerCase());
  const installed = bestOf(await lookUp.namesIn(store), version);
  return installed === undefined ? undefined : { version: installed, kind: "binary", path: join(store, installed) };
}

function isPart(name: string): boolean {
  return /^\w[\w.-]*$/.test(name) && !name.includes("..");
}

function bestOf(names: readonly string[], wanted: string | undefined): string | undefined {
  const versions = names.filter((name) => /^\d/.test(name)).toSorted(compareVersions);
  return versions.find((each) => each === wanted) ?? versions[0];
}
