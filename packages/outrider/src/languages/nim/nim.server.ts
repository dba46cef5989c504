import type { ServerSpec } from "../server-spec.ts";

export const nim: ServerSpec = {
  id: "nim",
  title: "nimlangserver",
  languages: { nim: "nim" },
  program: { names: ["nimlangserver"], args: [] },
  obtain: "nimble install nimlangserver",
  runsCode: "config.nims and compile-time code of the repository",
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
};
