import { test } from "vitest";
import { checkServer } from "./check-server.ts";
import { programThatWorks } from "./program-that-works.ts";

// It runs without a network, and sees what is in `format!` only where cargo can read the standard library without one.
const readLibrary = `const {execFileSync: run} = require("node:child_process");
const root = run("rustc", ["--print", "sysroot"], {encoding: "utf8"}).trim();
const library = root + "/lib/rustlib/src/rust/library/Cargo.toml";
const env = {...process.env, RUSTC_BOOTSTRAP: "1"};
run("cargo", ["metadata", "--offline", "--format-version", "1", "--manifest-path", library], {env, stdio: "ignore"});
// cargo metadata --offline of the standard library`;
const { program, note } = await programThatWorks("rust-analyzer", [
  ["rust-analyzer", "--version"],
  ["cargo", "--version"],
  [process.execPath, "--eval", readLibrary],
]);

const files = {
  "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n\n[workspace]\n',
  "src/store.rs": `pub trait Store {
    fn get(&self, key: &str) -> usize;
}

pub struct Bag {
    pub size: usize,
}

impl Store for Bag {
    fn get(&self, key: &str) -> usize {
        merge(self.size, key.len())
    }
}

/// Adds.
pub fn merge(a: usize, b: usize) -> usize {
    a + b
}

#[cfg(test)]
mod tests {
    #[test]
    fn adds() {
        assert_eq!(super::merge(1, 2), 3);
    }
}
`,
  "src/other.rs":
    'pub fn merge() -> &\'static str {\n    "merge"\n}\n\npub fn twice() -> String {\n    format!("{}{}", merge(), merge())\n}\n',
  "src/main.rs": `mod other;
mod store;

use store::{merge as join, Bag, Store};

fn run(s: &dyn Store) -> usize {
    join(1, store::merge(s.get("größe 😀"), 2))
}

fn main() {
    run(&Bag { size: 1 });
    println!("{} {}", other::twice(), join(3, 4));
}
`,
};

test.skipIf(program === undefined)(
  `rust-analyzer answers in full in a trusted project${note}`,
  async ({ annotate }) => {
    if (program === undefined) return;
    await annotate(
      await checkServer({
        server: program,
        files,
        references: {
          symbol: "merge",
          path: "src/store.rs",
          places: ["src/main.rs:12", "src/main.rs:4", "src/main.rs:7", "src/store.rs:11", "src/store.rs:24"],
        },
        definition: {
          path: "src/main.rs",
          line: 7,
          symbol: "get",
          at: "src/store.rs:2",
          hover: "fn get(&self, key: &str) -> usize",
        },
        calls: {
          symbol: "run",
          path: "src/main.rs",
          completeness: "complete",
          callers: ["main src/main.rs:11"],
          callees: ["merge src/store.rs:7", "Store/get src/store.rs:7"],
        },
        problem: {
          path: "src/main.rs",
          text: files["src/main.rs"].replace("run(&Bag { size: 1 });", "run(&Bag { size: 1, sice: 2 });"),
          line: 11,
          message: /no such field/,
        },
        edit: {
          files: {
            "src/other.rs": "pub mod more;\n\npub fn twice() -> usize {\n    crate::store::merge(1, 2)\n}\n",
            "src/other/more.rs": "use crate::store::merge;\n\npub fn thrice() -> usize {\n    merge(1, 2)\n}\n",
          },
          places: [
            "src/main.rs:12",
            "src/main.rs:4",
            "src/main.rs:7",
            "src/other.rs:4",
            "src/other/more.rs:1",
            "src/other/more.rs:4",
            "src/store.rs:11",
            "src/store.rs:24",
          ],
        },
      }),
    );
  },
);
