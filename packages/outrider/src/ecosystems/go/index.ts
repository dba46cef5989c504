import { directoryFrom } from "../../workspace/paths/inside.ts";
import { join } from "node:path";
import { commandsFrom, existing, matching, rootFiles, type Detector, type ProjectView } from "../detection.ts";
import type { Ecosystem, ManifestReader } from "../ecosystem.ts";
import { moduleCache, sources } from "./sources.ts";

/** `go.mod`; `go.sum` adds nothing, since its modules need not be in use. */
const manifests: ManifestReader = {
  isManifest: (name) => name === "go.mod",
  readManifest(text) {
    let isRequire = false;
    return text.split(/\r?\n/).flatMap((each) => {
      const line = each.trim();
      if (/^require\s*\($/.test(line)) isRequire = true;
      else if (line === ")") isRequire = false;
      const words = (isRequire ? line : line.replace(/^require\s+/, "")).split(/\s+/);
      const [name = "", version = ""] = words;
      if ((!isRequire && !line.startsWith("require ")) || !/^v\d/.test(version)) return [];
      const direct = !line.includes("// indirect");
      return [{ name, locked: version, wanted: direct ? version : undefined, direct }];
    });
  },
};

const detector: Detector = {
  name: "Go",
  manifests: (view) => rootFiles(view, "go.mod", "go.work"),
  async detect(view, [manifest = "go.mod"]) {
    const all = view.paths.has("go.mod") ? "./..." : await findModules(view);
    const entryPoints = [...existing(view, "main.go"), ...matching(view, /^cmd\/[^/]+\/main\.go$/)];
    const [first] = entryPoints;
    const program = first === "main.go" ? "." : `./${first?.slice(0, -"/main.go".length)}`;
    return {
      packageManager: "go",
      commands: commandsFrom(manifest, {
        build: `go build ${all}`,
        test: `go test ${all}`,
        lint: `go vet ${all}`,
        run: first === undefined ? undefined : `go run ${program}`,
      }),
      entryPoints,
    };
  },
};

export const go: Ecosystem = {
  caches: [".cache/go-build", "go/pkg"],
  id: "go",
  sharedLibraries: ({ environment, home }) => [
    ...[directoryFrom(environment["GOROOT"]) ?? []].flat().map((each) => join(each, "src")),
    join(home, "sdk"),
    moduleCache({ environment, home }),
  ],
  manifests,
  sources,
  ownName: { file: "go.mod", read: (text) => /^module[ \t]+(\S{1,214})/m.exec(text)?.[1] },
  detectors: [detector],
};

/** At the root of a workspace with several modules, `./...` is an error: each module has to be named. */
async function findModules(view: ProjectView): Promise<string> {
  const text = (await view.read("go.work")) ?? "";
  const blocks = [...text.matchAll(/^use\s*\(([^)]*)\)/gm)].map(([, block = ""]) => block.split("\n"));
  const single = [...text.matchAll(/^use\s+([^\s(].*)$/gm)].map(([, path = ""]) => path);
  const paths = [...single, ...blocks.flat()]
    .map((line) => line.replace(/\/\/.*$/, "").trim())
    .filter((path) => path !== "");
  return paths.length === 0 ? "./..." : paths.map((path) => `${path.replace(/\/+$/, "")}/...`).join(" ");
}
