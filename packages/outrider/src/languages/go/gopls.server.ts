import type { ServerFacts, ServerSpec } from "../server-spec.ts";

export const gopls: ServerSpec = {
  id: "gopls",
  title: "gopls",
  languages: { go: "go" },
  program: { names: ["gopls"], args: ["serve"] },
  obtain: "go install golang.org/x/tools/gopls@latest",
  rootMarkers: ["go.work", "go.mod"],
  env: { GOPROXY: "off", GOTOOLCHAIN: "local", GOMEMLIMIT: "2GiB" },
  inherits: ["GOPATH", "GOROOT", "GOMODCACHE", "GOCACHE", "GOEXPERIMENT"],
  options: goplsSettings,
  settings: (facts) => ({ gopls: goplsSettings(facts) }),
  readiness: { by: "answer" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: false,
  commands: {
    edits: [
      "gopls.add_import",
      "gopls.apply_fix",
      "gopls.change_signature",
      "gopls.extract_to_new_file",
      "gopls.modify_tags",
    ],
  },
  memory: { softMb: 2048, hardMb: 4096 },
};

/** A vendored project has its modules in itself: any other mode would look for them on the network, which is shut. */
function goplsSettings({ read }: ServerFacts): Record<string, unknown> {
  const mode = read("vendor/modules.txt") === undefined ? "readonly" : "vendor";
  return {
    env: { GOFLAGS: `-mod=${mode}`, GOPROXY: "off", GOTOOLCHAIN: "local" },
    vulncheck: "Off",
    staticcheck: false,
  };
}
