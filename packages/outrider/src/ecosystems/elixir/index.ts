import { commandsFrom, existing, matching, rootFiles } from "../detection.ts";
import type { Ecosystem } from "../ecosystem.ts";

export const elixir: Ecosystem = {
  caches: [".hex/packages"],
  id: "elixir",
  detectors: [
    {
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
            run: text.includes(":phoenix") ? "mix phx.server" : undefined,
          }),
          entryPoints: [...existing(view, "lib/application.ex"), ...matching(view, /^lib\/[^/]+\/application\.ex$/)],
        };
      },
    },
  ],
};
