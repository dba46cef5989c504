import type { Ecosystem } from "../ecosystem.ts";
import { parseToml, tableAt, textOf } from "../parse-data.ts";
import { detector } from "./detector.ts";
import { manifests } from "./manifests.ts";
import { sources } from "./sources.ts";

export const python: Ecosystem = {
  id: "python",
  manifests,
  sources,
  ownName: { file: "pyproject.toml", read: (text) => textOf(tableAt(parseToml(text), "project")["name"]) },
  detectors: [detector],
};
