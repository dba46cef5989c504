import { describeEcosystem } from "../../../test/support/ecosystem-suite.ts";
import { rust } from "./index.ts";

describeEcosystem(rust, {
  manifests: [
    {
      title: "Rust, with a path, another name and a target",
      files: {
        "Cargo.toml": `[dependencies]\nserde = "1"\nown = { path = "../own" }\nshort = { package = "long-name", version = "2" }\n[target.'cfg(unix)'.dependencies]\nlibc = "0.2"\n`,
        "Cargo.lock": `[[package]]\nname = "serde"\nversion = "1.0.200"\n[[package]]\nname = "itoa"\nversion = "1.0.0"\n`,
      },
      dependencies: ["serde | 1 | 1.0.200", "long-name | 2", "libc | 0.2", "itoa | 1.0.0 | indirect"],
    },
  ],
  sources: [
    {
      title: "Cargo, the newest",
      files: {
        "home/.cargo/registry/src/index-1/serde-1.9.0/src/lib.rs": "",
        "home/.cargo/registry/src/index-1/serde-1.10.0/src/lib.rs": "",
        "home/.cargo/registry/src/index-1/serde-1.10.0-rc.1/src/lib.rs": "",
        "home/.cargo/registry/src/index-1/serde-json-2.0.0/src/lib.rs": "",
      },
      path: "serde",
      version: "1.10.0",
      root: "home/.cargo/registry/src/index-1/serde-1.10.0",
    },
    {
      title: "Cargo, the locked one",
      files: {
        "home/.cargo/registry/src/index-1/serde-1.9.0/src/lib.rs": "",
        "home/.cargo/registry/src/index-1/serde-1.10.0/src/lib.rs": "",
        "work/project/Cargo.lock": '[[package]]\nname = "serde"\nversion = "1.9.0"\n',
      },
      path: "serde",
      version: "1.9.0",
      root: "home/.cargo/registry/src/index-1/serde-1.9.0",
    },
  ],
  detectors: [
    {
      detector: "Rust",
      title: "a workspace",
      files: { "Cargo.toml": "[workspace]\nmembers=['a']", "src/main.rs": "" },
      manager: "cargo",
      commands: [
        ["build", "cargo build --workspace"],
        ["test", "cargo test --workspace"],
        ["lint", "cargo clippy --workspace"],
        ["run", "cargo run"],
      ],
      entryPoints: ["src/main.rs"],
    },
  ],
});
