import { commandsFrom, existing, rootFiles, type Detector, type ProjectView } from "../detector.ts";

export const goDetector: Detector = {
  name: "Go",
  manifests: (view) => rootFiles(view, "go.mod", "go.work"),
  async detect(view, [manifest = "go.mod"]) {
    const all = view.paths.has("go.mod") ? "./..." : await findModules(view);
    const programs = [...view.paths].filter((path) => /^cmd\/[^/]+\/main\.go$/.test(path)).toSorted();
    const entryPoints = [...existing(view, "main.go"), ...programs];
    const [first] = entryPoints;
    const run =
      first === undefined
        ? {}
        : { run: first === "main.go" ? "go run ." : `go run ./${first.slice(0, -"/main.go".length)}` };
    return {
      packageManager: "go",
      commands: commandsFrom(manifest, {
        build: `go build ${all}`,
        test: `go test ${all}`,
        lint: `go vet ${all}`,
        ...run,
      }),
      entryPoints,
    };
  },
};

/** Above the modules of a workspace, `./...` is an error: each has to be named. */
async function findModules(view: ProjectView): Promise<string> {
  const text = (await view.read("go.work")) ?? "";
  const blocks = [...text.matchAll(/^use\s*\(([^)]*)\)/gm)].map(([, block = ""]) => block.split("\n"));
  const single = [...text.matchAll(/^use\s+([^\s(].*)$/gm)].map(([, path = ""]) => path);
  const paths = [...single, ...blocks.flat()]
    .map((line) => line.replace(/\/\/.*$/, "").trim())
    .filter((path) => path !== "");
  return paths.length === 0 ? "./..." : paths.map((path) => `${path.replace(/\/+$/, "")}/...`).join(" ");
}
