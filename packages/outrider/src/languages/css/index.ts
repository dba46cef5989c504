import type { OutlinedLanguage } from "../language.ts";
import { dashedNames } from "../name-patterns.ts";
import { outlineStylesheet } from "../scanners/stylesheet.ts";
import { extracted } from "../server-parts/vscode-extracted.ts";
import type { ServerSpec } from "../server-spec.ts";

const css: ServerSpec = {
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

export default {
  id: "css",
  title: "CSS",
  content: "markup",
  extensions: ["css"],
  outline: (text) => outlineStylesheet(text),
  servers: [css],
  editing: { names: dashedNames },
} satisfies OutlinedLanguage;
