import { commandsFrom, rootFiles, type Detector, type ProjectView } from "../detector.ts";

export const mavenDetector: Detector = {
  name: "Maven",
  manifests: (view) => rootFiles(view, "pom.xml"),
  async detect(view, [manifest = "pom.xml"]) {
    const mvn = view.paths.has("mvnw") ? "./mvnw" : "mvn";
    return {
      packageManager: "maven",
      commands: commandsFrom(manifest, { build: `${mvn} package`, test: `${mvn} test` }),
      entryPoints: mainClasses(view),
    };
  },
};

export const gradleDetector: Detector = {
  name: "Gradle",
  manifests: (view) => rootFiles(view, "build.gradle.kts", "build.gradle", "settings.gradle.kts", "settings.gradle"),
  async detect(view, [manifest = "build.gradle"]) {
    const gradle = view.paths.has("gradlew") ? "./gradlew" : "gradle";
    const text = (await view.read(manifest)) ?? "";
    const runs = /\bapplication\b/.test(text) ? { run: `${gradle} run` } : {};
    return {
      packageManager: "gradle",
      commands: commandsFrom(manifest, { build: `${gradle} build`, test: `${gradle} test`, ...runs }),
      entryPoints: mainClasses(view),
    };
  },
};

function mainClasses(view: ProjectView): readonly string[] {
  return [...view.paths]
    .filter((path) => /(?:^|\/)(?:Main|App|Application|[A-Z]\w*Application)\.(?:java|kt)$/.test(path))
    .toSorted();
}
