import type { ServerSpec } from "../server-spec.ts";

export const lua: ServerSpec = {
  id: "lua",
  title: "Lua Language Server",
  languages: { lua: "lua" },
  program: { names: ["lua-language-server"], args: [] },
  obtain: "brew install lua-language-server, or https://luals.github.io",
  // Its question whether a plugin of the repository may run is answered with nothing, which means no.
  settings: () => ({
    Lua: { telemetry: { enable: false }, workspace: { checkThirdParty: false }, addonManager: { enable: false } },
  }),
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
};
