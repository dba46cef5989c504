import { join } from "node:path";
import { commandsFrom, matching, rootFiles, type Detector } from "../detection.ts";
import type { CompiledLibrary, CompiledQuestion, Ecosystem, Machine } from "../ecosystem.ts";
import { bestVersion } from "../version.ts";
import { manifests } from "./manifests.ts";

const mainClass = /(?:^|\/)(?:Main|App|Application|[A-Z]\w*Application)\.(?:java|kt)$/;

const maven: Detector = {
  name: "Maven",
  manifests: (view) => rootFiles(view, "pom.xml"),
  async detect(view, [manifest = "pom.xml"]) {
    const mvn = view.paths.has("mvnw") ? "./mvnw" : "mvn";
    return {
      packageManager: "maven",
      commands: commandsFrom(manifest, { build: `${mvn} package`, test: `${mvn} test` }),
      entryPoints: matching(view, mainClass),
    };
  },
};

const gradle: Detector = {
  name: "Gradle",
  manifests: (view) => rootFiles(view, "build.gradle.kts", "build.gradle", "settings.gradle.kts", "settings.gradle"),
  async detect(view, [manifest = "build.gradle"]) {
    const program = view.paths.has("gradlew") ? "./gradlew" : "gradle";
    const text = (await view.read(manifest)) ?? "";
    return {
      packageManager: "gradle",
      commands: commandsFrom(manifest, {
        build: `${program} build`,
        test: `${program} test`,
        run: /\bapplication\b/.test(text) ? `${program} run` : undefined,
      }),
      entryPoints: matching(view, mainClass),
    };
  },
};

/** Java and Kotlin, built by Maven or Gradle. */
export const java: Ecosystem = {
  caches: [".m2/repository", ".gradle/caches"],
  id: "java",
  sharedLibraries: ({ home }) =>
    [".m2/repository", ".gradle/caches/modules-2", ".sdkman/candidates"].map((each) => join(home, each)),
  manifests,
  findCompiled,
  detectors: [maven, gradle],
};

/** Maven's and Gradle's stores: `GROUP:ARTIFACT`, with the sources jar if it was downloaded. */
async function findCompiled(
  { name, version }: CompiledQuestion,
  { environment, home, namesIn }: Machine,
): Promise<CompiledLibrary | undefined> {
  const [group = "", artifact = ""] = name.split(":");
  if (!isPart(group) || !isPart(artifact)) return undefined;
  const mavenStore = join(home, ".m2", "repository", ...group.split("."), artifact);
  const gradleHome = environment["GRADLE_USER_HOME"] ?? join(home, ".gradle");
  const gradleStore = join(gradleHome, "caches", "modules-2", "files-2.1", group, artifact);
  for (const store of [mavenStore, gradleStore]) {
    const installed = bestVersion(await namesIn(store), version);
    if (installed === undefined) continue;
    const directory = join(store, installed);
    const names = await namesIn(directory);
    // Gradle keeps each file in a directory named after its hash.
    const inHashes =
      store === gradleStore ? await Promise.all(names.map((each) => namesIn(join(directory, each)))) : [];
    const jars = [...names, ...inHashes.flat()];
    if (!jars.some((each) => each.endsWith(".jar"))) continue;
    const hasSources = jars.some((each) => each.endsWith("-sources.jar"));
    return { version: installed, kind: hasSources ? "archive" : "binary", path: directory };
  }
  return undefined;
}

function isPart(name: string): boolean {
  return /^\w[\w.-]*$/.test(name) && !name.includes("..");
}
