import { commandsFrom, rootFiles } from "../detection.ts";
import type { Ecosystem } from "../ecosystem.ts";

export const docker: Ecosystem = {
  id: "docker",
  detectors: [
    {
      name: "Docker",
      manifests: (view) =>
        rootFiles(view, "Dockerfile", "compose.yaml", "compose.yml", "docker-compose.yml", "docker-compose.yaml"),
      async detect(_view, manifests) {
        const compose = manifests.find((name) => name !== "Dockerfile");
        return compose === undefined ? {} : { commands: commandsFrom(compose, { run: "docker compose up" }) };
      },
    },
  ],
};
