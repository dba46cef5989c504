import type { ServerSpec } from "../server-spec.ts";

export const dart: ServerSpec = {
  id: "dart",
  title: "Dart",
  languages: { dart: "dart" },
  program: { names: ["dart"], args: ["language-server", "--protocol=lsp"] },
  obtain: "comes with Dart: https://dart.dev/get-dart",
  rootMarkers: ["pubspec.yaml"],
  env: { DART_DISABLE_ANALYTICS: "1" },
  runsCode: "analyzer plugins that the repository names",
  options: () => ({ onlyAnalyzeProjectsWithOpenFiles: false, suggestFromUnimportedLibraries: false }),
  settings: () => ({ dart: { enableSdkFormatter: false } }),
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
};
