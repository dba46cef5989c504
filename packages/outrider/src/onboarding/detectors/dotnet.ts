import { commandsFrom, rootFiles, type Detector } from "../detector.ts";

export const dotnetDetector: Detector = {
  name: ".NET",
  manifests: (view) => rootFiles(view, /\.slnx?$/, /\.(?:cs|fs|vb)proj$/),
  async detect(view, [manifest = ""]) {
    return {
      packageManager: "nuget",
      commands: commandsFrom(manifest, {
        build: "dotnet build",
        test: "dotnet test",
        lint: "dotnet format --verify-no-changes",
      }),
      entryPoints: [...view.paths].filter((path) => /(?:^|\/)Program\.(?:cs|fs)$/.test(path)).toSorted(),
    };
  },
};
