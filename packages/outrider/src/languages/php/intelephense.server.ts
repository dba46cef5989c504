import type { ServerSpec } from "../server-spec.ts";

export const intelephense: ServerSpec = {
  id: "intelephense",
  title: "Intelephense",
  languages: { php: "php" },
  program: {
    names: ["intelephense"],
    args: ["--stdio"],
    npm: {
      package: "intelephense",
      version: "1.18.5",
      entry: "lib/intelephense.js",
      sizeMb: 124,
      integrity: {
        intelephense: "sha512-dqCH1YNCRlHGBLND+iUFjBJlGwM4pPimX2jm8AaP/6K2WZNM2K2+E8dOWCD3ZYMP2zC2ICBD9Soe2oxKtU9d9A==",
      },
    },
  },
  obtain: "outrider languages install intelephense",
  rootMarkers: ["composer.json"],
  settings: () => ({ intelephense: { telemetry: { enabled: false }, format: { enable: false } } }),
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
  // Without a licence it answers with an edit of nothing.
  distrusts: ["rename"],
};
