import type { Ecosystem } from "../ecosystem.ts";
import { parseJson, textOf } from "../parse-data.ts";
import { detector } from "./detector.ts";
import { manifests } from "./manifests.ts";
import { sources } from "./sources.ts";

export const node: Ecosystem = {
  id: "node",
  manifests,
  sources,
  ownName: { file: "package.json", read: (text) => textOf(parseJson(text)["name"]) },
  detectors: [detector],
};
