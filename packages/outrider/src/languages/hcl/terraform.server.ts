import type { ServerSpec } from "../server-spec.ts";

export const terraform: ServerSpec = {
  id: "terraform",
  title: "terraform-ls",
  languages: { hcl: "terraform" },
  program: { names: ["terraform-ls"], args: ["serve"] },
  obtain: "brew install hashicorp/tap/terraform-ls, or https://github.com/hashicorp/terraform-ls",
  env: { CHECKPOINT_DISABLE: "1" },
  runsCode: "provider programs below .terraform",
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
};
