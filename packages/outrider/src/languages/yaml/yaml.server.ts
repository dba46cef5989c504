import { isUnfetchedSchema } from "../server-parts/unfetched-schema.ts";
import type { ServerSpec } from "../server-spec.ts";

export const yaml: ServerSpec = {
  id: "yaml",
  title: "YAML Language Server",
  languages: { yaml: "yaml" },
  program: {
    names: ["yaml-language-server"],
    args: ["--stdio"],
    npm: {
      package: "yaml-language-server",
      version: "1.25.0",
      entry: "bin/yaml-language-server",
      sizeMb: 19,
      integrity: {
        "yaml-language-server":
          "sha512-SDMkX/TWbP7yzTpvB5PAvirdfwlB+oqkXRZLQ6jR4f1XP42cF/mVeN35Mc1TIG2Dh0dpW82V3NSZ7vaVrdSyZw==",
      },
    },
  },
  obtain: "outrider languages install yaml",
  settings: () => ({
    // The schema store is on the network, which is blocked.
    http: { proxy: "http://127.0.0.1:9", proxyStrictSSL: true },
    yaml: {
      validate: true,
      schemaStore: { enable: false, url: "" },
      kubernetesCRDStore: { enable: false },
      schemas: {},
      format: { enable: true },
    },
  }),
  // A file can name a schema by URL; with this the server asks us for it instead of fetching it before its settings arrive.
  initialNotifications: ["yaml/registerContentRequest"],
  isCausedByOurLimits: isUnfetchedSchema,
  readiness: { by: "answer" },
  freshness: "open",
  needsOpen: true,
  opensCandidates: false,
};
