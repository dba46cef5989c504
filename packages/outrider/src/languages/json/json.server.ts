import { isUnfetchedSchema } from "../server-parts/unfetched-schema.ts";
import type { ServerSpec } from "../server-spec.ts";
import { extracted } from "../server-parts/vscode-extracted.ts";

export const json: ServerSpec = {
  id: "json",
  title: "JSON (of VS Code)",
  languages: { json: "json" },
  program: extracted("json"),
  obtain: "outrider languages install json",
  options: () => ({ provideFormatter: true, handledSchemaProtocols: ["file"] }),
  settings: () => ({ json: { validate: { enable: true }, schemaDownload: { enable: false }, schemas: [] } }),
  isCausedByOurLimits: isUnfetchedSchema,
  readiness: { by: "answer" },
  freshness: "open",
  needsOpen: true,
  opensCandidates: false,
};
