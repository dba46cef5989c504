import { program, type Trap, type TrapSet } from "./trap.ts";

const settings = `[build]
rustc-wrapper = "./planted/rustc-wrapper"
rustc = "./planted/rustc"
rustdoc = "./planted/rustdoc"

[env]
LD_PRELOAD = { value = "planted/cargo-preload.so", relative = true, force = true }

[target.'cfg(all())']
linker = "./planted/linker"
runner = "./planted/runner"

[doc]
browser = "./planted/browser"

[registries.planted]
index = "sparse+https://localhost:1/"
credential-provider = ["./planted/cargo-credential"]
`;

const file = ".cargo/config.toml";
// The trap for rustup comes before all others.
const own = "unset RUSTUP_TOOLCHAIN;";
const build = "RUSTUP_TOOLCHAIN=stable cargo run --offline";
const document = "RUSTUP_TOOLCHAIN=stable cargo doc --offline --no-deps --open";

const ofCargo = (name: string, command: string, files: readonly string[] = [file]): Trap => ({
  name,
  tool: "cargo",
  files,
  control: { needs: ["cargo", "rustup", "cc"], command },
});

const manifest = (name: string, rest: string): string =>
  `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n\n${rest}`;

export const rustTraps: TrapSet = {
  files: {
    [file]: settings,
    "Cargo.toml": manifest("trapped", '[dependencies]\nplanted = { path = "macros" }\n\n[workspace]\n'),
    "Cargo.lock":
      'version = 3\n\n[[package]]\nname = "planted"\nversion = "0.1.0"\n\n[[package]]\nname = "trapped"\nversion = "0.1.0"\ndependencies = [\n "planted",\n]\n',
    "build.rs": 'fn main() {\n    std::fs::write("@CANARY@/cargo-build-script", "").ok();\n}\n',
    "src/main.rs":
      "planted::evil!();\n\npub fn grow(a: usize) -> usize {\n    a + 1\n}\n\nfn main() {\n    grow(1);\n}\n",
    "macros/Cargo.toml": manifest("planted", "[lib]\nproc-macro = true\n"),
    "macros/src/lib.rs": `use proc_macro::TokenStream;

#[proc_macro]
pub fn evil(_: TokenStream) -> TokenStream {
    std::fs::write("@CANARY@/cargo-macro", "").ok();
    TokenStream::new()
}
`,
    "backend/.cargo/config.toml":
      '[build]\nrustflags = ["-Zcodegen-backend=@ROOT@/planted/cargo-backend.so"]\n\n[env]\nRUSTC_BOOTSTRAP = "1"\n',
    "backend/Cargo.toml": manifest("backend", "[workspace]\n"),
    "backend/src/lib.rs": "pub fn shrink(a: usize) -> usize {\n    a - 1\n}\n",
    "rust-toolchain.toml": '[toolchain]\npath = "@ROOT@/planted/toolchain"\n',
    "planted/toolchain/bin/cargo": program("rustup-toolchain"),
    "planted/toolchain/bin/rustc": program("rustup-toolchain"),
    "planted/rustc-wrapper": program("cargo-rustc-wrapper", 'exec "$@"'),
    "planted/rustc": program("cargo-rustc", 'exec rustc "$@"'),
    "planted/rustdoc": program("cargo-rustdoc", 'exec rustdoc "$@"'),
    "planted/linker": program("cargo-linker", 'exec cc "$@"'),
    "planted/runner": program("cargo-runner"),
    "planted/browser": program("cargo-browser"),
    "planted/cargo-credential": program("cargo-credential-provider"),
  },
  traps: [
    ofCargo("rustup-toolchain", `${own} cargo --version`, ["rust-toolchain.toml", "planted/toolchain/bin/cargo"]),
    ofCargo("cargo-preload", "RUSTUP_TOOLCHAIN=stable cargo metadata --offline --format-version 1"),
    ofCargo("cargo-rustc-wrapper", build),
    ofCargo("cargo-rustc", build),
    ofCargo("cargo-linker", build),
    ofCargo("cargo-runner", build),
    ofCargo("cargo-build-script", build, ["build.rs"]),
    ofCargo("cargo-macro", build, ["macros/src/lib.rs"]),
    ofCargo("cargo-rustdoc", document),
    ofCargo("cargo-browser", document),
    ofCargo("cargo-credential-provider", "RUSTUP_TOOLCHAIN=stable cargo logout --registry planted"),
    ofCargo("cargo-backend", "cd backend && RUSTUP_TOOLCHAIN=stable cargo check --offline", [
      "backend/.cargo/config.toml",
    ]),
  ],
};
