import type { ServerSpec } from "../server-spec.ts";
import { pythonAnalysis, pythonRoots } from "./python-facts.ts";

export const basedpyright: ServerSpec = {
  id: "basedpyright",
  title: "basedpyright",
  languages: { python: "python" },
  program: {
    names: ["basedpyright-langserver"],
    args: ["--stdio"],
    npm: {
      package: "basedpyright",
      version: "1.40.1",
      entry: "langserver.index.js",
      sizeMb: 28,
      integrity: {
        basedpyright: "sha512-98BUK6yuNcUCgaEVaaFzhW4ReGjB8Tip9XBX4s7rGIsoKtc1Be7O4PB0A8Z4zV42FKvfUR5hwYzRYafU/BVTtQ==",
      },
    },
  },
  obtain: "outrider languages install basedpyright",
  rootMarkers: pythonRoots,
  settings: (facts) => {
    const { analysis, ...python } = pythonAnalysis(facts);
    return { python, basedpyright: { analysis, disableOrganizeImports: true } };
  },
  // Its first answers cover only open files; this log line says that it has found the others.
  readiness: { by: "log", text: "source file", afterMs: 15_000 },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
  namesIn: '"',
  memory: { softMb: 1536, hardMb: 3072 },
  suits: ({ read }) => /^\[tool\.basedpyright/m.test(read("pyproject.toml") ?? ""),
};
