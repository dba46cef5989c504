import type { Project } from "./project.ts";

/** A crate with traits, several impl blocks of one type, macros and tests inside of the code. */
export const rust: Project = {
  name: "forge",
  files: {
    "Cargo.toml":
      '[package]\nname = "forge"\nversion = "0.2.0"\nedition = "2021"\ndescription = "Makes things."\nlicense = "MIT"\n\n[dependencies]\nserde = "1.0"\n\n[[bin]]\nname = "forge"\npath = "src/main.rs"\n',
    "Cargo.lock":
      'version = 3\n\n[[package]]\nname = "forge"\nversion = "0.2.0"\ndependencies = [\n "serde",\n]\n\n[[package]]\nname = "serde"\nversion = "1.0.200"\n',
    "src/main.rs": `mod store;

use store::{merge, Cart, Store};

fn run(store: &dyn Store) -> i32 {
    merge(1, store.get("größe 😀"))
}

fn main() {
    let cart = Cart::new(1);
    println!("{}", run(&cart));
}
`,
    "src/store/mod.rs": `//! Numbers by name.

mod cart;

pub use cart::Cart;

/// What can be asked for a number.
pub trait Store {
    const LIMIT: usize = 10;

    fn get(&self, key: &str) -> i32;

    fn size(&self) -> usize {
        Self::LIMIT
    }
}

/// Adds.
pub fn merge(a: i32, b: i32) -> i32 {
    a + b
}

#[macro_export]
macro_rules! twice {
    ($e:expr) => {
        $e + $e
    };
}

pub enum Mode {
    Fast,
    Careful { tries: u8 },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merge_adds() {
        assert_eq!(merge(1, 2), 3);
    }
}
`,
    "src/store/cart.rs": `use super::{merge, Store};
use std::fmt;

/// A store on wheels.
#[derive(Debug, Clone)]
pub struct Cart {
    size: i32,
}

impl Cart {
    pub fn new(size: i32) -> Self {
        Cart { size }
    }

    fn grow(&mut self) {
        self.size = merge(self.size, 1);
    }
}

impl Store for Cart {
    fn get(&self, key: &str) -> i32 {
        merge(self.size, key.len() as i32)
    }
}

impl fmt::Display for Cart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cart of {}", self.size)
    }
}
`,
    "src/broken.rs": "pub fn half( -> i32 {\n    1\n}\n",
    "tests/run.rs": "#[test]\nfn it_runs() {\n    assert_eq!(forge::twice!(2), 4);\n}\n",
    "build.rs": "fn main() {}\n",
    ".gitignore": "/target\n",
    "target/debug/out.rs": "pub fn merge() {}\n",
    "README.md": "# Forge\n\n## Build\n\ncargo build\n\n## Test\n\ncargo test\n",
  },
};
