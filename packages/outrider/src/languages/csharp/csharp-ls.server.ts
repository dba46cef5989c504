import type { ServerSpec } from "../server-spec.ts";

export const csharpLs: ServerSpec = {
  id: "csharp-ls",
  title: "csharp-ls",
  languages: { csharp: "csharp" },
  program: { names: ["csharp-ls"], args: [] },
  obtain: "dotnet tool install --global csharp-ls",
  env: { DOTNET_CLI_TELEMETRY_OPTOUT: "1" },
  inherits: ["DOTNET_ROOT", "NUGET_PACKAGES"],
  runsCode: "MSBuild files of the repository",
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
  memory: { softMb: 3072, hardMb: 6144 },
};
