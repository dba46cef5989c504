import type { ServerSpec } from "../server-spec.ts";

export const sourcekit: ServerSpec = {
  id: "sourcekit",
  title: "SourceKit-LSP",
  languages: { swift: "swift" },
  program: { names: ["sourcekit-lsp"], args: [] },
  obtain: "comes with Swift: https://www.swift.org/install",
  rootMarkers: ["Package.swift"],
  runsCode: "Package.swift of the repository",
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
};
