import type { ServerSpec } from "../server-spec.ts";
import { pythonAnalysis, pythonRoots } from "./python-facts.ts";

export const pyright: ServerSpec = {
  id: "pyright",
  title: "Pyright",
  languages: { python: "python" },
  program: {
    names: ["pyright-langserver"],
    args: ["--stdio"],
    npm: {
      package: "pyright",
      version: "1.1.414",
      entry: "langserver.index.js",
      sizeMb: 19,
      integrity: {
        pyright: "sha512-FPZZb51jepDX4eP7TEYDeNFtmE3WgwkkEcJpvH3/QmUSsj0EAy3LXu+xB4T/FWDejtsXlCfFr/rbWFjwuwuXww==",
      },
    },
  },
  obtain: "outrider languages install pyright",
  rootMarkers: pythonRoots,
  settings: (facts) => ({ python: pythonAnalysis(facts), pyright: { disableOrganizeImports: true } }),
  // Its first answers know the open files only; the line says that it has looked for the others.
  readiness: { by: "log", text: "source file", afterMs: 15_000 },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
  memory: { softMb: 1536, hardMb: 3072 },
};
