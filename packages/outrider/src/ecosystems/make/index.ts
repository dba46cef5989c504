import { commandsOfScripts, rootFiles } from "../detection.ts";
import type { Ecosystem } from "../ecosystem.ts";

export const make: Ecosystem = {
  id: "make",
  detectors: [
    {
      name: "Make",
      manifests: (view) => rootFiles(view, "Makefile", "makefile", "GNUmakefile"),
      async detect(view, [manifest = "Makefile"]) {
        const text = (await view.read(manifest)) ?? "";
        const targets = [...text.matchAll(/^([A-Za-z][\w.-]*)\s*:(?![:=])/gm)].map(([, target = ""]) => target);
        return { commands: commandsOfScripts(manifest, [...new Set(targets)], (target) => `make ${target}`) };
      },
    },
  ],
};
