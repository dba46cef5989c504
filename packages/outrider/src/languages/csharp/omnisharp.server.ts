import type { ServerSpec } from "../server-spec.ts";

export const omnisharp: ServerSpec = {
  id: "omnisharp",
  title: "OmniSharp",
  languages: { csharp: "csharp" },
  program: { names: ["OmniSharp", "omnisharp"], args: ["-lsp"] },
  obtain: "https://github.com/OmniSharp/omnisharp-roslyn/releases",
  env: { DOTNET_CLI_TELEMETRY_OPTOUT: "1" },
  inherits: ["DOTNET_ROOT", "NUGET_PACKAGES"],
  runsCode: "MSBuild files of the repository",
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
  memory: { softMb: 3072, hardMb: 6144 },
};
