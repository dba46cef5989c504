import type { ServerSpec } from "../server-spec.ts";

export const markdown: ServerSpec = {
  id: "markdown",
  title: "Marksman",
  languages: { markdown: "markdown" },
  program: { names: ["marksman"], args: ["server"] },
  obtain: "brew install marksman, or https://github.com/artempyanykh/marksman/releases",
  readiness: { by: "answer" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
};
