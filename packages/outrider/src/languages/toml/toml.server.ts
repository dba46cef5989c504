import type { ServerSpec } from "../server-spec.ts";

export const toml: ServerSpec = {
  id: "toml",
  title: "Taplo",
  languages: { toml: "toml" },
  program: { names: ["taplo"], args: ["lsp", "stdio"] },
  obtain: "cargo install taplo-cli --locked --features lsp",
  settings: () => ({ evenBetterToml: { schema: { enabled: false } } }),
  readiness: { by: "answer" },
  freshness: "open",
  needsOpen: true,
  opensCandidates: false,
};
