import { expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";

/** The rows of a call graph by syntax, or of its references. */
async function rows(files: Readonly<Record<string, string>>, tool: string, input: object): Promise<readonly string[]> {
  const kit = await openKit(files);
  const text = await kit.read(tool, input);
  return text.split("\n").filter((line) => !/^(?:Callers|Callees|Implementations|No language server)/.test(line));
}

test("Rust: a path that begins in the own crate does not lead into another one", async () => {
  const files = {
    "Cargo.toml": '[workspace]\nmembers = ["crates/*"]\n',
    "crates/a/Cargo.toml": '[package]\nname = "a"\n',
    "crates/a/src/lib.rs": "pub mod llm;\npub mod agent;\n",
    "crates/a/src/llm.rs": "pub fn call() {}\n",
    "crates/a/src/agent.rs":
      "use super::llm::{call};\npub fn run() { call(); }\npub fn again() { crate::llm::call(); super::llm::call(); }\n",
    "crates/b/Cargo.toml": '[package]\nname = "b"\n',
    "crates/b/src/lib.rs": "pub mod llm;\npub fn go() { crate::llm::call(); }\n",
    "crates/b/src/llm.rs": "pub fn call() {}\n",
  };
  expect(await rows(files, "call_graph", { symbol: "run", direction: "callees" })).toEqual([
    "call crates/a/src/llm.rs:1 (call at 2)",
  ]);
  expect(await rows(files, "call_graph", { symbol: "call", path: "crates/a/src/llm.rs" })).toEqual([
    "run crates/a/src/agent.rs:2 (call at 2)",
    "again crates/a/src/agent.rs:3 (call at 3)",
  ]);
  expect(await rows(files, "call_graph", { symbol: "call", path: "crates/b/src/llm.rs" })).toEqual([
    "go crates/b/src/lib.rs:2 (call at 2)",
  ]);
});

test("C#: base.M() is a call", async () => {
  const files = {
    "A.cs": "namespace One { public class Item { public virtual void M() {} } }\n",
    "C.cs": "using One;\nnamespace Three { class Sub : Item { public override void M() { base.M(); } } }\n",
  };
  expect(await rows(files, "call_graph", { symbol: "M", path: "A.cs", depth: 1 })).toEqual([
    "Three/Sub/M C.cs:2 (call at 2)",
  ]);
  expect(await rows(files, "call_graph", { symbol: "M", path: "C.cs", direction: "callees" })).toEqual([
    "One/Item/M A.cs:1 (call at 2)",
  ]);
});

test("Ruby and Scala: a name without brackets is a callee, a local value of the name is not", async () => {
  const ruby = {
    "dog.rb":
      "class Dog\n  def bark\n    helper\n    loud = 1\n    loud\n    later(2)\n  end\n  def helper\n  end\n  def loud\n  end\n  def later(n)\n  end\nend\n",
  };
  expect(await rows(ruby, "call_graph", { symbol: "Dog/bark", direction: "callees" })).toEqual([
    "Dog/helper dog.rb:8 (call at 3)",
    "Dog/later dog.rb:12 (call at 6)",
  ]);
  const scala = {
    "a.scala":
      "object A {\n  def size = 1\n  def area: Int = size * 2\n  def go(size: Int) = size + other()\n  def other() = 1\n}\n",
  };
  expect(await rows(scala, "call_graph", { symbol: "A/area", direction: "callees" })).toEqual([
    "A/size a.scala:2 (call at 3)",
  ]);
  expect(await rows(scala, "call_graph", { symbol: "A/go", direction: "callees" })).toEqual([
    "A/other a.scala:5 (call at 4)",
  ]);
});

test("members that a text names are likely: getattr of Python, valueOf of Java", async () => {
  const python = {
    "store.py": "class Store:\n    def save(self):\n        pass\n",
    "use.py": 'from store import Store\ndef go(s):\n    getattr(s, "save")()\n    print("save")\n',
  };
  expect((await rows(python, "references", { symbol: "Store/save" })).slice(-2)).toEqual([
    "use.py",
    '~3: getattr(s, "save")() [go]',
  ]);
  expect(await rows(python, "call_graph", { symbol: "Store/save" })).toContain(
    "Used without a call, so that others may call it: 1 place.",
  );
  const java = {
    "p/Color.java": "package p;\npublic enum Color { RED, GREEN }\n",
    "p/Use.java":
      'package p;\nclass Use {\n  Color a() { return Color.valueOf("RED"); }\n  String b() { return print("RED"); }\n}\n',
  };
  expect((await rows(java, "references", { symbol: "Color/RED" })).slice(-2)).toEqual([
    "p/Use.java",
    '~3: Color a() { return Color.valueOf("RED"); } [Use/a]',
  ]);
});

test("the values of an enum implement its methods in their bodies", async () => {
  const kotlin = {
    "a.kt":
      "enum class Op {\n  ADD { override fun run(a: Int) = a },\n  SUB { override fun run(a: Int): Int { return a } };\n  abstract fun run(a: Int): Int\n}\n",
  };
  expect(await rows(kotlin, "hierarchy", { symbol: "Op/run", path: "a.kt" })).toEqual([
    "Op/ADD/run a.kt:2",
    "Op/SUB/run a.kt:3",
  ]);
  const java = {
    "p/Op.java":
      "package p;\nenum Op {\n  ADD { int run() { return 1; } },\n  SUB { int run() { return 2; } };\n  abstract int run();\n}\n",
  };
  expect(await rows(java, "hierarchy", { symbol: "Op/run", path: "p/Op.java" })).toEqual([
    "Op/ADD/run p/Op.java:3",
    "Op/SUB/run p/Op.java:4",
  ]);
});

test("files for one platform are marked where several declare the name", async () => {
  const go = {
    "go.mod": "module example.com/m\n",
    "open.go": "package m\nfunc Use() { openFile(); rest() }\n",
    "open_windows.go": "package m\nfunc openFile() {}\nfunc start() { openFile() }\n",
    "open_linux_amd64.go": "package m\nfunc openFile() {}\n",
    "rest_darwin.go": "package m\nfunc rest() {}\n",
  };
  expect(await rows(go, "call_graph", { symbol: "Use", direction: "callees" })).toEqual([
    "openFile open_linux_amd64.go:2 (call at 2) (linux only)",
    "openFile open_windows.go:2 (call at 2) (windows only)",
    "rest rest_darwin.go:2 (call at 2)",
  ]);
  const found = await rows(go, "references", { symbol: "openFile", path: "open_linux_amd64.go" });
  expect(found.slice(1)).toEqual([
    "open.go",
    " 2: func Use() { openFile(); rest() } [Use]",
    "open_windows.go (windows only)",
    "~3: func start() { openFile() } [start]",
  ]);
  const files = {
    "src/lib.rs":
      "#[cfg(windows)]\nmod windows;\n#[cfg(unix)]\nmod unix;\n#[cfg(windows)]\nuse windows::open;\n#[cfg(unix)]\nuse unix::open;\npub fn go() { open(); }\n",
    "src/windows.rs": "pub fn open() {}\n",
    "src/unix.rs": "pub fn open() {}\n",
  };
  expect(await rows(files, "call_graph", { symbol: "go", direction: "callees" })).toEqual([
    "open src/unix.rs:1 (call at 9) (unix only)",
    "open src/windows.rs:1 (call at 9) (windows only)",
  ]);
});
