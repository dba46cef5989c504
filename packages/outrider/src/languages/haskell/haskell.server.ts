import type { ServerSpec } from "../server-spec.ts";

export const haskell: ServerSpec = {
  id: "haskell",
  title: "Haskell Language Server",
  languages: { haskell: "haskell" },
  program: { names: ["haskell-language-server-wrapper", "haskell-language-server"], args: ["--lsp"] },
  obtain: "ghcup install hls",
  rootMarkers: ["cabal.project", "stack.yaml", "hie.yaml"],
  runsCode: "Template Haskell and the build of the repository",
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
  memory: { softMb: 3072, hardMb: 6144 },
};
