import { expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";

const base = {
  "Cargo.toml":
    '[workspace]\nmembers = ["crates/*"]\n[workspace.dependencies]\nbase-crate = { path = "crates/base" }\n',
  "crates/base/Cargo.toml": '[package]\nname = "base-crate"\nversion = "0.1.0"\n',
  "crates/base/src/lib.rs": "pub mod llm;\n",
  "crates/base/src/llm.rs": "pub fn repair() {}\n",
  "crates/sdk/src/lib.rs": "pub mod llm;\nmod run;\n",
  "crates/sdk/src/llm.rs": "pub use base_crate::llm::*;\n",
  "crates/sdk/src/run.rs": "fn go() { crate::llm::repair(); }\n",
};
const sdk = '[package]\nname = "sdk"\nversion = "0.1.0"\n';

test.each([
  ["of the workspace", "[dependencies]\nbase-crate = { workspace = true }\n"],
  ["by a path", '[dependencies]\nbase-crate = { path = "../base" }\n'],
  ["in a table of its own", '[dependencies.base-crate]\npath = "../base"\n'],
  ["under another name", '[dependencies]\nother = { package = "base-crate", path = "../base" }\n'],
  ["through a third crate", '[dependencies]\nbetween = { path = "../between" }\n'],
])("a module may hand on what a crate has that its own one depends on: %s", async (_how, dependencies) => {
  const kit = await openKit({ ...base, "crates/sdk/Cargo.toml": sdk + dependencies });
  const text = await kit.read("references", { symbol: "repair" });
  expect(text).toContain("~1: fn go() { crate::llm::repair(); } [go]");
  expect(text).not.toContain("something else");
});

test("a crate that depends on no other of the repository has nothing of theirs", async () => {
  const kit = await openKit({ ...base, "crates/sdk/Cargo.toml": `${sdk}[dependencies]\nserde = "1"\n` });
  expect(await kit.read("references", { symbol: "repair" })).toMatch(/^No references[\s\S]*1 something else/);
});
