import type { ServerSpec } from "../server-spec.ts";

export const kotlin: ServerSpec = {
  id: "kotlin",
  title: "Kotlin LSP",
  languages: { kotlin: "kotlin" },
  program: { names: ["kotlin-lsp"], args: ["--stdio"] },
  obtain: "brew install JetBrains/utils/kotlin-lsp, or https://github.com/Kotlin/kotlin-lsp",
  inherits: ["JAVA_HOME"],
  runsCode: "Gradle and Maven builds",
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
  memory: { softMb: 3072, hardMb: 6144 },
};
