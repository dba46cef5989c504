import { describeEcosystem } from "../../../test/support/ecosystem-suite.ts";
import { make } from "./index.ts";

describeEcosystem(make, {
  detectors: [
    {
      detector: "Make",
      title: "targets, not variables",
      files: { Makefile: "CC := gcc\nbuild: a b\n\tgcc\n.PHONY: test\ntest:\nlint ::\nodd-name:\n" },
      commands: [
        ["build", "make build"],
        ["test", "make test"],
      ],
    },
  ],
});
