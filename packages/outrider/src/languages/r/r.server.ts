import type { ServerSpec } from "../server-spec.ts";

/** Without `--no-init-file` R runs .Rprofile of the repository. */
export const r: ServerSpec = {
  id: "r",
  title: "R languageserver",
  languages: { r: "r" },
  program: { names: ["R"], args: ["--no-echo", "--no-init-file", "--no-restore", "-e", "languageserver::run()"] },
  obtain: "Rscript -e 'install.packages(\"languageserver\")'",
  settings: () => ({ r: { lsp: { diagnostics: false } } }),
  readiness: { by: "answer" },
  freshness: "watched-files",
  needsOpen: true,
  opensCandidates: true,
};
