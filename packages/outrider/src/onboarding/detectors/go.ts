import { commandsFrom, existing, rootFiles, type Detector } from "../detector.ts";

const manifest = "go.mod";

export const goDetector: Detector = {
  name: "Go",
  manifests: (view) => rootFiles(view, manifest, "go.work"),
  async detect(view) {
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
        build: "go build ./...",
        test: "go test ./...",
        lint: "go vet ./...",
        ...run,
      }),
      entryPoints,
    };
  },
};
