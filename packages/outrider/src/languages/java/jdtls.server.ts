import type { ServerSpec } from "../server-spec.ts";

const javaSettings = {
  java: {
    autobuild: { enabled: false },
    configuration: { updateBuildConfiguration: "disabled" },
    import: {
      generatesMetadataFilesAtProjectRoot: false,
      gradle: { offline: { enabled: true } },
      maven: { offline: { enabled: true } },
    },
    eclipse: { downloadSources: false },
    maven: { downloadSources: false },
    telemetry: { enabled: false },
  },
};

export const jdtls: ServerSpec = {
  id: "jdtls",
  title: "Eclipse JDT LS",
  languages: { java: "java" },
  program: { names: ["jdtls"], args: [] },
  obtain: "brew install jdtls, or https://github.com/eclipse-jdtls/eclipse.jdt.ls",
  rootMarkers: ["settings.gradle", "settings.gradle.kts", "pom.xml", "build.gradle", "build.gradle.kts"],
  inherits: ["JAVA_HOME"],
  runsCode: "Gradle and Maven builds and annotation processors",
  options: () => ({ bundles: [], settings: javaSettings }),
  settings: () => javaSettings,
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
  memory: { softMb: 3072, hardMb: 6144 },
};
