import type { ServerSpec } from "../server-spec.ts";

export const julia: ServerSpec = {
  id: "julia",
  title: "Julia LanguageServer.jl",
  languages: { julia: "julia" },
  program: {
    names: ["julia"],
    args: ["--startup-file=no", "--history-file=no", "-e", "using LanguageServer; runserver()"],
  },
  obtain: "julia -e 'using Pkg; Pkg.add(\"LanguageServer\")'",
  rootMarkers: ["Project.toml"],
  inherits: ["JULIA_DEPOT_PATH"],
  runsCode: "packages that the repository names",
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
};
