import type { ServerSpec } from "../server-spec.ts";
import { extracted } from "../server-parts/vscode-extracted.ts";

export const html: ServerSpec = {
  id: "html",
  title: "HTML (of VS Code)",
  languages: { html: "html" },
  program: extracted("html"),
  obtain: "outrider languages install html",
  options: () => ({ provideFormatter: true, embeddedLanguages: { css: true, javascript: true } }),
  // Without settings for what is embedded it fails inside, and says of the file that it has no problems.
  settings: () => ({
    html: { validate: { scripts: false, styles: true } },
    css: { validate: true },
    javascript: {},
    "js/ts": {},
  }),
  readiness: { by: "answer" },
  freshness: "open",
  needsOpen: true,
  opensCandidates: false,
};
