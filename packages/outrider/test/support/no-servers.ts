import type { ProjectServers } from "../../src/lsp/project-servers.ts";

/** A project without language servers. */
export const noServers: ProjectServers = {
  enabled: true,
  forFile: async () => ({ state: "none", reason: "none here", how: undefined }),
  discard: async () => {},
  states: () => [],
  running: () => [],
  activeLanguages: () => [],
};
