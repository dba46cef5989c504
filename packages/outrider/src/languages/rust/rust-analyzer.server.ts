import { join } from "node:path";
import type { ServerFacts, ServerSpec } from "../server-spec.ts";

/** Answers nothing for seconds while it loads, and says when it is through. */
export const rustAnalyzer: ServerSpec = {
  id: "rust-analyzer",
  title: "rust-analyzer",
  languages: { rust: "rust" },
  program: { names: ["rust-analyzer"], args: [] },
  obtain: "rustup component add rust-analyzer rust-src",
  rootMarkers: ["Cargo.toml", "rust-project.json"],
  // `.cargo/config.toml` of a repository can name another compiler, or a program in front of it; these come before it.
  env: { CARGO_NET_OFFLINE: "true", RUSTC: "rustc", RUSTC_WRAPPER: "", RUSTC_WORKSPACE_WRAPPER: "" },
  inherits: ["CARGO_HOME", "RUSTUP_HOME"],
  options: analyzerSettings,
  settings: (facts) => ({ "rust-analyzer": analyzerSettings(facts) }),
  usesRustup: true,
  readiness: { by: "quiescent" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: false,
  memory: { softMb: 3072, hardMb: 6144 },
};

/** Build scripts and procedural macros are programs of the repository and of its dependencies. */
function analyzerSettings({ root, read, trusted }: ServerFacts): Record<string, unknown> {
  // `rust-project.json` can name a directory of the repository as the toolchain, whose `rustc` would be run: never looked for.
  const manifest = read("Cargo.toml") === undefined ? { crates: [] } : join(root, "Cargo.toml");
  return {
    ...(trusted ? {} : { linkedProjects: [manifest] }),
    cargo: { buildScripts: { enable: trusted }, autoreload: true, sysroot: "discover" },
    procMacro: { enable: trusted, attributes: { enable: trusted } },
    checkOnSave: false,
    files: { watcher: "client" },
    diagnostics: { enable: true },
  };
}
