import type { ServerSpec } from "../server-spec.ts";

export const zls: ServerSpec = {
  id: "zls",
  title: "zls",
  languages: { zig: "zig" },
  program: { names: ["zls"], args: [] },
  obtain: "https://zigtools.org/zls/install, of the version of your Zig",
  rootMarkers: ["build.zig"],
  runsCode: "build.zig of the repository",
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
};
