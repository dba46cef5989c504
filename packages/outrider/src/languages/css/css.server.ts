import type { ServerSpec } from "../server-spec.ts";
import { extracted } from "../server-parts/vscode-extracted.ts";

export const css: ServerSpec = {
  id: "css",
  title: "CSS (of VS Code)",
  languages: { css: "css", scss: "scss" },
  program: extracted("css"),
  obtain: "outrider languages install css",
  options: () => ({ provideFormatter: true }),
  settings: () => ({ css: { validate: true }, scss: { validate: true } }),
  readiness: { by: "answer" },
  freshness: "open",
  needsOpen: true,
  opensCandidates: true,
};
