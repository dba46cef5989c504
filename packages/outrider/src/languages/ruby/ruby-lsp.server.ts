import type { ServerSpec } from "../server-spec.ts";

export const rubyLsp: ServerSpec = {
  id: "ruby-lsp",
  title: "Ruby LSP",
  languages: { ruby: "ruby" },
  program: { names: ["ruby-lsp"], args: [] },
  obtain: "gem install ruby-lsp",
  rootMarkers: ["Gemfile"],
  inherits: ["GEM_HOME", "GEM_PATH", "RBENV_ROOT", "RUBYLIB"],
  runsCode: "add-ons and gems that the repository names",
  options: () => ({ formatter: "none", linters: [], enabledFeatures: { codeActions: false, formatting: false } }),
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
  // It finds them by the name alone, whatever class a method belongs to.
  distrusts: ["references"],
};
