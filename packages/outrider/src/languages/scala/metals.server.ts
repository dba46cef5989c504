import type { ServerSpec } from "../server-spec.ts";

export const metals: ServerSpec = {
  id: "metals",
  title: "Metals",
  languages: { scala: "scala" },
  program: { names: ["metals"], args: [] },
  obtain: "cs install metals",
  rootMarkers: ["build.sbt", "build.sc", "build.mill"],
  inherits: ["JAVA_HOME"],
  runsCode: "sbt, Mill or Gradle builds of the repository",
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
  memory: { softMb: 3072, hardMb: 6144 },
};
