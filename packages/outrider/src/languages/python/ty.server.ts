import type { ServerSpec } from "../server-spec.ts";

/** It reads a virtual environment and runs nothing of it. */
export const ty: ServerSpec = {
  id: "ty",
  title: "ty",
  languages: { python: "python" },
  program: { names: ["ty"], args: ["server"] },
  obtain: "uv tool install ty",
  rootMarkers: ["ty.toml", "pyproject.toml", "setup.py", "setup.cfg", "requirements.txt"],
  readiness: { by: "answer" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
  // It leaves re-exports out, and the import is broken then.
  distrusts: ["rename"],
};
