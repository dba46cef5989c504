import type { ServerSpec } from "../server-spec.ts";

export const protobuf: ServerSpec = {
  id: "protobuf",
  title: "protols",
  languages: { protobuf: "proto" },
  program: { names: ["protols"], args: [] },
  obtain: "cargo install protols",
  readiness: { by: "answer" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
};
