import { describeEcosystem } from "../../../test/support/ecosystem-suite.ts";
import { elixir } from "./index.ts";

describeEcosystem(elixir, {
  detectors: [
    {
      detector: "Elixir",
      title: "phoenix",
      files: { "mix.exs": "{:phoenix, ...}", "lib/app/application.ex": "" },
      manager: "mix",
      commands: [
        ["build", "mix compile"],
        ["test", "mix test"],
        ["lint", "mix format --check-formatted"],
        ["run", "mix phx.server"],
      ],
      entryPoints: ["lib/app/application.ex"],
    },
  ],
});
