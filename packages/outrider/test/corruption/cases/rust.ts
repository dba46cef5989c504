import { insert, over, remove, replace, replaceBody, to } from "../case.ts";

const store = over(
  "rust",
  "store.rs",
  `//! Keeps things.
#![allow(dead_code)]

use std::collections::HashMap;
use std::fmt::{self, Display};

pub const LIMIT: usize = 10;
static NAME: &str = r#"a "quoted" { name"#;

/// A store.
#[derive(Debug, Clone)]
#[cfg_attr(test, derive(PartialEq))]
pub struct Store<'a, T: 'a + Clone> {
    /// All of them.
    items: HashMap<&'a str, T>,
    pub size: usize,
}

#[derive(Clone, Copy)]
pub enum Color {
    Red,
    /// Not blue.
    Green(u8),
    Blue { depth: u8 },
}

pub trait Reader {
    type Item;
    const MAX: usize = 3;
    fn read(&self) -> Self::Item;
    fn twice(&self) -> usize {
        2
    }
}

impl<'a, T: 'a + Clone> Store<'a, T> {
    /// Makes one.
    #[must_use]
    #[inline(always)]
    pub fn new() -> Self {
        Self { items: HashMap::new(), size: LIMIT }
    }

    pub fn get<'b>(&'b self, key: &str) -> Option<&'b T>
    where
        'a: 'b,
    {
        // '}'
        self.items.get(key)
    }
}

impl<'a, T: 'a + Clone> Display for Store<'a, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}}}", self.size)
    }
}

macro_rules! square {
    ($x:expr) => {
        $x * $x
    };
}

mod inner {
    pub mod deep {
        pub(crate) fn dive() -> char {
            '{'
        }
    }
}

/// Nobody calls it.
async fn unused() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares() {
        assert_eq!(square!(2), 4);
    }
}
`,
);

/** Attributes, impls, macros, lifetimes. */
export const rust = [
  store.mayRefuse(
    "a struct is replaced with its attributes",
    replace("Store", "#[derive(Debug)]\npub struct Store<'a, T: 'a + Clone> {\n    items: HashMap<&'a str, T>,\n}"),
    to(
      "#[derive(Debug, Clone)]\n#[cfg_attr(test, derive(PartialEq))]\n",
      "#[derive(Debug)]\n",
      "    /// All of them.\n    items: HashMap<&'a str, T>,\n    pub size: usize,\n",
      "    items: HashMap<&'a str, T>,\n",
    ),
  ),
  store.mayRefuse(
    "an enum sent without its attributes",
    replace("Color", "pub enum Color {\n    Red,\n}"),
    to(
      "#[derive(Clone, Copy)]\npub enum Color {\n    Red,\n    /// Not blue.\n    Green(u8),\n    Blue { depth: u8 },\n}",
      "pub enum Color {\n    Red,\n}",
    ),
    to(
      "pub enum Color {\n    Red,\n    /// Not blue.\n    Green(u8),\n    Blue { depth: u8 },\n}",
      "pub enum Color {\n    Red,\n}",
    ),
  ),
  store.mayRefuse(
    "a method of an impl with its attributes",
    replace("Store/new", "#[must_use]\npub fn new() -> Self {\n    todo!()\n}"),
    to("    #[inline(always)]\n", "", "Self { items: HashMap::new(), size: LIMIT }", "todo!()"),
  ),
  store.does(
    "the body of a method of an impl",
    replaceBody("new", "todo!()"),
    to("Self { items: HashMap::new(), size: LIMIT }", "todo!()"),
  ),
  store.does(
    "the body of a method with a where clause and lifetimes",
    replaceBody("get", "let _ = '{';\nNone"),
    to("        // '}'\n        self.items.get(key)\n", "        let _ = '{';\n        None\n"),
  ),
  store.does(
    "the body of a method of an impl of a trait",
    replaceBody("fmt", "Ok(())"),
    to('write!(f, "{{{}}}", self.size)', "Ok(())"),
  ),
  store.does(
    "a method of a trait that has no body",
    replace("Reader/read", "fn read(&mut self) -> Self::Item;"),
    to("fn read(&self)", "fn read(&mut self)"),
  ),
  store.does("the body of a method of a trait", replaceBody("Reader/twice", "4"), to("        2\n", "        4\n")),
  store.refuses("the body of what has none", replaceBody("Reader/read", "todo!()")),
  store.mayRefuse(
    "a type of a trait",
    replace("Reader/Item", "type Item: Clone;"),
    to("type Item;", "type Item: Clone;"),
  ),
  store.does("a const", replace("LIMIT", "pub const LIMIT: usize = 20;"), to("= 10;", "= 20;")),
  store.does(
    "a static with a raw text",
    replace("NAME", 'static NAME: &str = r##"b"#{"##;'),
    to('r#"a "quoted" { name"#', 'r##"b"#{"##'),
  ),
  store.mayRefuse(
    "a const without its semicolon",
    replace("LIMIT", "pub const LIMIT: usize = 20"),
    to("= 10;", "= 20;"),
  ),
  store.mayRefuse("a variant of an enum", replace("Color/Green", "Green(u16)"), to("Green(u8)", "Green(u16)")),
  store.mayRefuse(
    "a variant of an enum with a comma",
    replace("Color/Green", "Green(u16),"),
    to("Green(u8)", "Green(u16)"),
  ),
  store.mayRefuse(
    "a variant is added as the last",
    insert("last", "Color", "White"),
    to("    Blue { depth: u8 },\n", "    Blue { depth: u8 },\n    White,\n"),
    to("    Blue { depth: u8 },\n", "    Blue { depth: u8 },\n    White\n"),
  ),
  store.mayRefuse(
    "a variant is removed with its comment",
    remove("Color/Green"),
    to("    /// Not blue.\n    Green(u8),\n", ""),
  ),
  store.mayRefuse(
    "a field of a struct",
    replace("Store/size", "pub size: u64"),
    to("pub size: usize", "pub size: u64"),
  ),
  store.mayRefuse(
    "a field is added as the first",
    insert("first", "Store", "id: u8,"),
    to("    /// All of them.\n", "    id: u8,\n    /// All of them.\n"),
  ),
  store.mayRefuse(
    "a field is removed with its comment",
    remove("Store/items", { unproven: "leave" }),
    to("    /// All of them.\n    items: HashMap<&'a str, T>,\n", ""),
  ),
  store.does(
    "a macro",
    replace("square", "macro_rules! square {\n    ($x:expr) => {\n        ($x) * ($x)\n    };\n}"),
    to("$x * $x", "($x) * ($x)"),
  ),
  store.refuses("a macro that is used is not removed", remove("square")),
  store.does(
    "a function in a module in a module",
    replaceBody("inner/deep/dive", "'}'"),
    to("            '{'\n", "            '}'\n"),
  ),
  store.does(
    "a function in a module in a module, whole",
    replace(
      "inner/deep/dive",
      "pub(crate) fn dive() -> char {\n    if true {\n        'a'\n    } else {\n        'b'\n    }\n}",
    ),
    to(
      "            '{'\n",
      "            if true {\n                'a'\n            } else {\n                'b'\n            }\n",
    ),
  ),
  store.adds(
    "a function as the last of a module",
    insert("last", "inner/deep", "pub fn rise() {}"),
    to("            '{'\n        }\n", "            '{'\n        }\n\n        pub fn rise() {}\n"),
  ),
  store.adds(
    "a test behind a test",
    insert("after", "tests/squares", "#[test]\nfn more() {\n    assert!(true);\n}"),
    to(
      "        assert_eq!(square!(2), 4);\n    }\n",
      "        assert_eq!(square!(2), 4);\n    }\n\n    #[test]\n    fn more() {\n        assert!(true);\n    }\n",
    ),
  ),
  store.does(
    "a test with its attribute",
    replace("tests/squares", "#[test]\n#[ignore]\nfn squares() {\n    assert_eq!(square!(2), 4);\n}"),
    to("    #[test]\n", "    #[test]\n    #[ignore]\n"),
  ),
  store.does(
    "a function that nobody calls is removed with its comment",
    remove("unused"),
    to("/// Nobody calls it.\nasync fn unused() {}\n\n", ""),
  ),
  store.does(
    "a function with its comment is replaced",
    replace("unused", "/// Somebody may.\n#[inline]\nasync fn unused() {}", { part: "with_doc" }),
    to("/// Nobody calls it.\n", "/// Somebody may.\n#[inline]\n"),
  ),
  store.mayRefuse(
    "a comment is sent where one is",
    replace("unused", "/// Somebody may.\nasync fn unused() {}"),
    to("/// Nobody calls it.\n", "/// Somebody may.\n"),
  ),
  store.refuses("a struct that is used is not removed", remove("Color/Nothing"), "no_symbol"),
  store.refuses("a const that is used is not removed", remove("LIMIT")),
  store.adds(
    "a method behind one of an impl",
    insert("after", "get", "pub fn len(&self) -> usize {\n    self.size\n}"),
    to(
      "        self.items.get(key)\n    }\n",
      "        self.items.get(key)\n    }\n\n    pub fn len(&self) -> usize {\n        self.size\n    }\n",
    ),
  ),
  store.adds(
    "a method before one stands before its comment and attributes",
    insert("before", "new", "pub fn len(&self) -> usize {\n    self.size\n}"),
    to("    /// Makes one.\n", "    pub fn len(&self) -> usize {\n        self.size\n    }\n\n    /// Makes one.\n"),
  ),
  store.adds(
    "a use among the imports",
    insert("imports", undefined, "use std::rc::Rc;"),
    to("use std::fmt::{self, Display};\n", "use std::fmt::{self, Display};\nuse std::rc::Rc;\n"),
    to("use std::collections", "use std::rc::Rc;\nuse std::collections"),
    to("use std::fmt", "use std::rc::Rc;\nuse std::fmt"),
  ),
  store.adds(
    "code first in the file is not before its inner attributes",
    insert("first", undefined, "extern crate alloc;"),
    to("use std::collections", "extern crate alloc;\nuse std::collections"),
    to("use std::fmt::{self, Display};\n", "use std::fmt::{self, Display};\n\nextern crate alloc;\n"),
  ),
  store.refuses("a raw text that does not end", replace("NAME", 'static NAME: &str = r#"a";')),
  store.refuses("a comment that does not end", replaceBody("new", "todo!() /* never")),
  store.refuses("a brace too few", replaceBody("get", "if true { None")),
  store.refuses("a brace too many", replaceBody("get", "None } }")),
  store.refuses("an attribute alone", replace("unused", "#[inline]")),
  store.mayRefuse(
    "new lines that are spelled out",
    replaceBody("new", "let s = 1;\\ntodo!()"),
    to("Self { items: HashMap::new(), size: LIMIT }", "let s = 1;\n        todo!()"),
  ),
  store.mayRefuse(
    "entities",
    replaceBody("get", "if self.size &gt; 1 { None } else { None }"),
    to("        // '}'\n        self.items.get(key)\n", "        if self.size > 1 { None } else { None }\n"),
  ),
  store.does(
    "a text of several lines keeps its shape",
    replaceBody("inner/deep/dive", "let _ = \"\nflat\n  deep\";\n'a'"),
    to("            '{'\n", "            let _ = \"\nflat\n  deep\";\n            'a'\n"),
  ),
];
