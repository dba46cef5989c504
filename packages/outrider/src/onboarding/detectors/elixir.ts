import { commandsFrom, existing, rootFiles, type Detector } from "../detector.ts";

export const elixirDetector: Detector = {
  name: "Elixir",
  manifests: (view) => rootFiles(view, "mix.exs"),
  async detect(view, [manifest = "mix.exs"]) {
    const text = (await view.read(manifest)) ?? "";
    return {
      packageManager: "mix",
      commands: commandsFrom(manifest, {
        build: "mix compile",
        test: "mix test",
        lint: "mix format --check-formatted",
        ...(text.includes(":phoenix") ? { run: "mix phx.server" } : {}),
      }),
      entryPoints: [
        ...existing(view, "lib/application.ex"),
        ...[...view.paths].filter((path) => /^lib\/[^/]+\/application\.ex$/.test(path)).toSorted(),
      ],
    };
  },
};
