import { kindOf, rootFiles, type Detector } from "../detector.ts";

export const makeDetector: Detector = {
  name: "Make",
  manifests: (view) => rootFiles(view, "Makefile", "makefile", "GNUmakefile"),
  async detect(view, [manifest = "Makefile"]) {
    const text = (await view.read(manifest)) ?? "";
    const targets = new Set([...text.matchAll(/^([A-Za-z][\w.-]*)\s*:(?![:=])/gm)].map(([, target = ""]) => target));
    const commands = [...targets].flatMap((target) => {
      const kind = kindOf(target);
      return kind === undefined ? [] : [{ kind, command: `make ${target}`, from: manifest }];
    });
    return { commands };
  },
};
