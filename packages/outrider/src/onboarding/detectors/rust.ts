import { commandsFrom, existing, rootFiles, type Detector } from "../detector.ts";
import { field, readToml, textOf } from "../parse-data.ts";

const manifest = "Cargo.toml";

export const rustDetector: Detector = {
  name: "Rust",
  manifests: (view) => rootFiles(view, manifest),
  async detect(view) {
    const data = readToml(await view.read(manifest));
    const all = field(data, "workspace") === undefined ? "" : " --workspace";
    const runs = view.paths.has("src/main.rs");
    const licence = textOf(field(data, "package", "license")) ?? textOf(field(data, "workspace", "package", "license"));
    const summary = textOf(field(data, "package", "description"));
    return {
      packageManager: "cargo",
      commands: commandsFrom(manifest, {
        build: `cargo build${all}`,
        test: `cargo test${all}`,
        lint: `cargo clippy${all}`,
        ...(runs ? { run: "cargo run" } : {}),
      }),
      entryPoints: [
        ...existing(view, "src/main.rs", "src/lib.rs"),
        ...[...view.paths]
          .filter((path) => /^(?:src\/bin\/[^/]+\.rs|(?:crates\/)?[^/]+\/src\/main\.rs)$/.test(path))
          .toSorted(),
      ],
      ...(licence === undefined ? {} : { licence }),
      ...(summary === undefined ? {} : { summary }),
    };
  },
};
