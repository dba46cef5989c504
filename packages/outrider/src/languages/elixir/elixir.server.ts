import type { ServerSpec } from "../server-spec.ts";

export const elixir: ServerSpec = {
  id: "elixir",
  title: "ElixirLS",
  languages: { elixir: "elixir" },
  program: { names: ["elixir-ls", "language_server.sh"], args: [] },
  obtain: "brew install elixir-ls, or https://github.com/elixir-lsp/elixir-ls",
  rootMarkers: ["mix.exs"],
  runsCode: "mix.exs and macros of the repository",
  settings: () => ({ elixirLS: { dialyzerEnabled: false, fetchDeps: false, suggestSpecs: false } }),
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
};
