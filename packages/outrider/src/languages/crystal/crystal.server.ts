import type { ServerSpec } from "../server-spec.ts";

export const crystal: ServerSpec = {
  id: "crystal",
  title: "Crystalline",
  languages: { crystal: "crystal" },
  program: { names: ["crystalline"], args: [] },
  obtain: "https://github.com/elbywan/crystalline/releases",
  rootMarkers: ["shard.yml"],
  runsCode: "macros of the repository",
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
};
