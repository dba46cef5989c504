import { describeEcosystem } from "../../../test/support/ecosystem-suite.ts";
import { docker } from "./index.ts";

describeEcosystem(docker, {
  detectors: [
    {
      detector: "Docker",
      title: "compose",
      files: { Dockerfile: "", "compose.yaml": "" },
      commands: [["run", "docker compose up"]],
    },
  ],
});
