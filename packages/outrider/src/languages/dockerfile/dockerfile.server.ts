import type { ServerSpec } from "../server-spec.ts";

export const dockerfile: ServerSpec = {
  id: "dockerfile",
  title: "Dockerfile",
  languages: { dockerfile: "dockerfile" },
  program: {
    names: ["docker-langserver"],
    args: ["--stdio"],
    npm: {
      package: "dockerfile-language-server-nodejs",
      version: "0.15.0",
      entry: "bin/docker-langserver",
      sizeMb: 2,
      integrity: {
        "dockerfile-language-server-nodejs":
          "sha512-iS3GUUAn1bC3sDdLyg6CUnIaVQfViJBh+FhWBPftK6kJkhUMxFG2sr25OqMVaZgRsVuJEoNpflgJN3FCbkA01A==",
      },
    },
  },
  obtain: "outrider languages install dockerfile",
  readiness: { by: "answer" },
  freshness: "open",
  needsOpen: true,
  opensCandidates: false,
};
