import { rootFiles, type Detector } from "../detector.ts";

export const dockerDetector: Detector = {
  name: "Docker",
  manifests: (view) =>
    rootFiles(view, "Dockerfile", "compose.yaml", "compose.yml", "docker-compose.yml", "docker-compose.yaml"),
  async detect(_view, manifests) {
    const compose = manifests.find((name) => name !== "Dockerfile");
    return compose === undefined ? {} : { commands: [{ kind: "run", command: "docker compose up", from: compose }] };
  },
};
