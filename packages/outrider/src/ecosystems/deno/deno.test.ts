import { describeEcosystem } from "../../../test/support/ecosystem-suite.ts";
import { deno } from "./index.ts";

describeEcosystem(deno, {
  detectors: [
    {
      detector: "Deno",
      title: "tasks",
      files: { "deno.json": '{"tasks":{"dev":"x",}} // jsonc', "main.ts": "" },
      manager: "deno",
      commands: [
        ["run", "deno task dev"],
        ["test", "deno test"],
      ],
      entryPoints: ["main.ts"],
    },
  ],
});
