import { expect, test } from "vitest";
import { openDraft } from "../draft.ts";
import { planEdit } from "../plan-edit.ts";
import { openSymbolEdits } from "../../../test/support/symbol-edits-kit.ts";

const files = {
  "a.ts":
    "export function used() {\n  return used;\n}\n\nexport function unused() {\n  return 1;\n}\n\nexport class S {\n  get() {\n    return 1;\n  }\n}\n",
  "b.ts": 'import { used } from "./a.ts";\n\nexport const b = used();\n',
  "m.go": "package m\n\ntype S struct{}\n\nfunc (s *S) M() {}\n\nfunc m() {}\n",
};

test("what is used is not removed unless they are left, and the places are named", async () => {
  const { edit } = await openSymbolEdits(files);
  const refused = await edit("a.ts", { action: "remove", symbol: "used" });
  expect(refused).toMatchObject({ code: "still_used", text: files["a.ts"] });
  expect(refused.message).toContain("used in 2 other places");
  expect(refused.message).toContain("b.ts:1 ");
  expect(refused.message).toContain("b.ts:3 ");
  expect(refused.message).not.toContain("a.ts:2");
  const forced = await edit("a.ts", { action: "remove", symbol: "used", unproven: "leave" });
  expect(forced.code).toBeUndefined();
  expect(forced.notes.join("\n")).toContain("used in 2 other places, which are left");
  expect(forced.text.startsWith("export function unused")).toBe(true);
});

test("what is used nowhere is removed, and how that is known is told", async () => {
  const { edit } = await openSymbolEdits(files);
  const removed = await edit("a.ts", { action: "remove", symbol: "unused" });
  expect(removed.code).toBeUndefined();
  expect(removed.notes.join("\n")).toMatch(/Uses were looked for by syntax alone: /);
});

test("edits before it count: what they have taken out is no use, what they have put in is one", async () => {
  const { context } = await openSymbolEdits(files);
  const base = { expect: undefined } as const;
  const draft = openDraft(context);
  const write = (path: string, symbol: string, body: string) =>
    planEdit(context, draft, { ...base, action: "replace", path, symbol, body, part: undefined });
  const drop = (symbol: string) =>
    planEdit(context, draft, { ...base, action: "remove", path: "a.ts", symbol, part: undefined, unproven: "refuse" });
  await write("b.ts", "b", "export const b = 1;");
  await expect(drop("used")).rejects.toMatchObject({ code: "still_used" });
  await write("a.ts", "S", "export class S {\n  get() {\n    return unused();\n  }\n}");
  await expect(drop("unused")).rejects.toMatchObject({ code: "still_used" });
});

test("a type with methods elsewhere is still used by them", async () => {
  const { edit } = await openSymbolEdits(files);
  const refused = await edit("m.go", { action: "remove", symbol: "S" });
  expect(refused.code).toBe("still_used");
  expect(refused.message).toContain("m.go:5");
});

test("the name of a package is no use of a function", async () => {
  const { edit } = await openSymbolEdits(files);
  const removed = await edit("m.go", { action: "remove", symbol: "m" });
  expect(removed.code).toBeUndefined();
  expect(removed.text).toBe("package m\n\ntype S struct{}\n\nfunc (s *S) M() {}\n");
});

test("what may be used is not removed as if it were not", async () => {
  const used = {
    "py/one.py": "class T:\n    def one(self) -> T:\n        return self\n\n\ndef make() -> T:\n    return None\n",
    "js/utils.js": "exports.f = f;\n\nfunction f() {\n  return 1;\n}\n",
    "js/use.js": "var f = require('./utils').f;\n\nf();\n",
    "go.mod": "module example.com/m\n",
    "root.go": "package m\n\nfunc RootFn() int { return 1 }\n",
    "sub/sub.go": 'package sub\n\nimport "example.com/m"\n\nfunc Use() int { return m.RootFn() }\n',
    "rs/src/lib.rs": "mod inner;\n\nfn panic_advance() {}\n",
    "rs/src/inner.rs": "use super::*;\n\npub fn go() {\n    crate::panic_advance();\n    panic_advance();\n}\n",
    "c/a.c": "int jump(int x) { return x; }\n",
    "c/b.c": "#define GO(x) jump(x)\nint two(void) { return GO(2); }\n",
    "vue/a.vue": "<script setup>\nconst count = 1;\n</script>\n\n<template>\n  <p>{{ count }}</p>\n</template>\n",
  };
  const { edit } = await openSymbolEdits(used);
  const removals = [
    ["py/one.py", "T"],
    ["js/utils.js", "f"],
    ["root.go", "RootFn"],
    ["rs/src/lib.rs", "panic_advance"],
    ["c/a.c", "jump"],
    ["vue/a.vue", "count"],
  ] as const;
  const accepted: string[] = [];
  for (const [path, symbol] of removals) {
    const { code, message } = await edit(path, { action: "remove", symbol });
    if (code !== "still_used" && code !== "cannot_prove") accepted.push(`${path} ${symbol}: ${code} ${message}`);
  }
  expect(accepted).toEqual([]);
});

test.each([
  [
    "an interface",
    "a.ts",
    "interface I { x(a?: number): void; y?: number }\nclass A implements I { x() {} y = 2; z = 3 }\n",
    "A/x",
    ["A/y", "A/z"],
  ],
  [
    "an interface outside",
    "a.ts",
    'import { I } from "i";\nclass A implements I { x = 1 }\nclass B extends Error { y() {} }\n',
    "A/x",
    ["B/y"],
  ],
  [
    "an abstract class",
    "A.java",
    "abstract class A { abstract void f(); void g() {} }\nclass B extends A { void f() {} void g() {} }\n",
    "B/f",
    ["B/g"],
  ],
  [
    "an interface above another",
    "A.kt",
    "interface I {\n  fun f()\n}\ninterface J : I\nclass A : J {\n  override fun f() {}\n  fun g() {}\n}\n",
    "A/f",
    ["A/g"],
  ],
  [
    "a trait",
    "a.rs",
    "trait T { fn f(&self); fn g(&self) {} }\nstruct S;\nimpl T for S { fn f(&self) {} fn g(&self) {} }\n",
    "S/f",
    ["S/g"],
  ],
  [
    "a trait outside",
    "a.rs",
    "struct S;\nimpl Iterator for S { fn next(&self) {} }\nimpl S { fn own(&self) {} }\n",
    "S/next",
    ["S/own"],
  ],
  [
    "an interface that nobody names",
    "a.go",
    "package a\n\ntype I interface{ M() }\ntype S struct{}\n\nfunc (s S) M() {}\n\nfunc (s S) N() {}\n",
    "S/M",
    ["S/N"],
  ],
])("what %s demands is not removed; what it does not, is", async (_, file, text, demanded, free) => {
  const { edit } = await openSymbolEdits({ [file]: text });
  expect(await edit(file, { action: "remove", symbol: demanded })).toMatchObject({ code: "still_required", text });
  const left = await edit(file, { action: "remove", symbol: demanded, unproven: "leave" });
  expect(left.code).toBeUndefined();
  expect(left.notes.join("\n")).toContain("may be needed under this name");
  for (const symbol of free) expect(await edit(file, { action: "remove", symbol }), symbol).not.toHaveProperty("code");
});

test.each([
  [
    "a.py",
    "class A:\n    def __len__(self):\n        return 1\n\n    def own(self):\n        return 2\n",
    "A/__len__",
    "A/own",
  ],
  [
    "a.go",
    "package a\n\ntype S []int\n\nfunc (s S) Less(i, j int) bool { return true }\n\nfunc (s S) Own() {}\n",
    "S/Less",
    "S/Own",
  ],
  ["main.go", "package main\n\nfunc main() {}\n\nfunc init() {}\n\nfunc own() {}\n", "init", "own"],
  ["A.java", "class A {\n  public static void main(String[] a) {}\n  private void own() {}\n}\n", "A/main", "A/own"],
])("what the language calls is neither removed nor renamed without a word: %s", async (file, text, implied, own) => {
  const { edit, context } = await openSymbolEdits({ [file]: text });
  expect(await edit(file, { action: "remove", symbol: implied })).toMatchObject({ code: "still_required", text });
  expect(await edit(file, { action: "remove", symbol: own })).not.toHaveProperty("code");
  const draft = openDraft(context);
  const rename = { action: "rename", path: file, newName: "Other", force: false, expect: undefined } as const;
  const renamed = planEdit(context, draft, { ...rename, symbol: implied, unproven: "refuse" });
  await expect(renamed).rejects.toMatchObject({
    code: "cannot_prove",
    message: expect.stringContaining("uses this name"),
  });
});

test("imports that only the removed code used go with it where they would not compile", async () => {
  const text =
    'package a\n\nimport (\n\t"fmt"\n\t"net"\n)\n\nfunc One() { fmt.Println(1) }\n\nfunc Two() { fmt.Println(net.IPv4zero) }\n';
  const { edit } = await openSymbolEdits({ "a.go": text });
  const removed = await edit("a.go", { action: "remove", symbol: "Two" });
  expect(removed.text).toBe('package a\n\nimport (\n\t"fmt"\n)\n\nfunc One() { fmt.Println(1) }\n');
  expect(removed.notes.join("\n")).toContain("removed, too: net.");
});

test("an enum whose values are used beside it is not removed", async () => {
  const text = "enum bits { ONE = 1, TWO = 2 };\nenum free { THREE };\nint f(void) { return TWO; }\n";
  const { edit } = await openSymbolEdits({ "a.c": text });
  expect(await edit("a.c", { action: "remove", symbol: "bits" })).toMatchObject({ code: "still_used", text });
  expect(await edit("a.c", { action: "remove", symbol: "free" })).not.toHaveProperty("code");
});

test("a name that a macro may make out of parts is not removed", async () => {
  const code =
    "static const int MAX_DOUBLE = 1;\nstatic const int MIN = 2;\n#define limit_of(kind) MAX_##kind\nint f(void) { return limit_of(DOUBLE); }\n";
  const { edit } = await openSymbolEdits({ "a.c": code });
  const refused = await edit("a.c", { action: "remove", symbol: "MAX_DOUBLE" });
  expect(refused).toMatchObject({ code: "cannot_prove", text: code });
  expect(refused.message).toContain("a macro there may make its name out of parts:\n a.c:3 #define limit_of(kind)");
  expect((await edit("a.c", { action: "remove", symbol: "MIN" })).code).toBeUndefined();
});

test("a method that a subtype says to override is not removed", async () => {
  const files = {
    "A.java": "class A {\n    void step() {}\n\n    void plain() {}\n}\n",
    "B.java": "class B extends A {\n    @Override\n    void step() {}\n\n    void plain() {}\n}\n",
  };
  const { edit } = await openSymbolEdits(files);
  const refused = await edit("A.java", { action: "remove", symbol: "A/step" });
  expect(refused).toMatchObject({ code: "still_required", text: files["A.java"] });
  expect(refused.message).toContain("B.java:3 void step()");
  expect((await edit("A.java", { action: "remove", symbol: "A/plain" })).code).toBeUndefined();
});

test("a declaration whose definition stands apart is not removed alone", async () => {
  const files = {
    "box.h": "class Box {\npublic:\n  void open();\n  void shut();\n};\n",
    "box.cpp": '#include "box.h"\n\nvoid Box::open() {}\n',
  };
  const { edit } = await openSymbolEdits(files);
  const refused = await edit("box.h", { action: "remove", symbol: "Box/open" });
  expect(refused).toMatchObject({ code: "still_required", text: files["box.h"] });
  expect(refused.message).toContain("box.cpp:3 void Box::open() {}");
  expect((await edit("box.h", { action: "remove", symbol: "Box/shut" })).code).toBeUndefined();
});

test.each([
  ["a.c", "struct box { int size; int depth; };\n", "struct box boxes[] = {{1, 2}};\n", "box/depth"],
  ["a.c", "typedef struct { int size; int depth; } box;\n", "int f(void) { return g((box){1, 2}); }\n", "box/depth"],
  ["a.cpp", "struct Box { int size; int depth; };\n", "auto b = Box{1, 2};\n", "Box/depth"],
  ["a.cpp", "struct Box { int size; int depth; };\n", "std::vector<Box> b{{1, 2}};\n", "Box/depth"],
  ["a.go", "package a\n\ntype Box struct {\n\tsize int\n\tdepth int\n}\n", "var b = Box{1, 2}\n", "Box/depth"],
  ["a.go", "package a\n\ntype Box struct {\n\tsize int\n\tdepth int\n}\n", "var b = []Box{{}, {1, 2}}\n", "Box/depth"],
  ["a.go", "package a\n\nvar boxes = []struct {\n\tsize  int\n\tdepth int\n}{\n\t{1, 2},\n}\n", "", "boxes/depth"],
  ["a.c", "struct box { int size; int depth; };\n", "typedef struct box B;\nB b = {1, 2};\n", "box/depth"],
  [
    "a.c",
    "struct box { int size; int depth; };\n",
    "struct out { int k; struct box in; };\nstruct out o = {1, {2, 3}};\n",
    "box/depth",
  ],
  ["a.cpp", "struct Box { int size; int depth; };\n", "Box make() { return {1, 2}; }\n", "Box/depth"],
  [
    "a.cpp",
    "struct Box { int size; int depth; };\n",
    "void take(int a, const Box& box);\nvoid use() { take(1, {1, 2}); }\n",
    "Box/depth",
  ],
])("a field is not removed where values list it by position: %s, %s%s", async (file, type, use, symbol) => {
  const { edit } = await openSymbolEdits({ [file]: `${type}\n${use}` });
  const refused = await edit(file, { action: "remove", symbol });
  expect(refused.code).toBe("still_used");
  expect(refused.message).toMatch(/lists (?:its|the) fields/);
});

test.each([
  ["a.c", "struct box { int size; int depth; };\n", "struct box b = {.size = 1};\nstruct box c = {0};\n", "box/depth"],
  [
    "a.cpp",
    "struct Box { int size; int depth; };\n",
    "struct Crate : Box { int y; };\nvoid f(Box) { return; }\nvoid g() { f({}); }\n",
    "Box/depth",
  ],
  ["a.c", "struct box { int size; int depth; };\n", "struct box f(int a) {\n  return g(a);\n}\n", "box/depth"],
  ["a.go", "package a\n\ntype Box struct {\n\tsize int\n\tdepth int\n}\n", "var b = Box{size: 1}\n", "Box/depth"],
])("a field that no value lists is removed: %s, %s%s", async (file, type, use, symbol) => {
  const { edit } = await openSymbolEdits({ [file]: `${type}\n${use}` });
  expect((await edit(file, { action: "remove", symbol })).code).toBeUndefined();
});

test("a field is not removed if its type is in more types than are looked through", async () => {
  const outer = Array.from({ length: 24 }, (_, at) => `struct out${at} { struct box in; };\n`).join("");
  const { edit } = await openSymbolEdits({ "a.c": `struct box { int size; int depth; };\n${outer}` });
  const refused = await edit("a.c", { action: "remove", symbol: "box/depth" });
  expect(refused.message).toMatch(/in more types than are looked through/);
});

test("a type from elsewhere with a name of the library may demand anything", async () => {
  const type = (source: string) =>
    `import ${source}.Consumer;\n\nclass C implements Consumer<String> {\n    public void poll() {}\n}\n`;
  const { edit } = await openSymbolEdits({ "a/C.java": type("org.kafka"), "b/C.java": type("java.util.function") });
  expect((await edit("a/C.java", { action: "remove", symbol: "C/poll" })).code).toBe("still_required");
  expect((await edit("b/C.java", { action: "remove", symbol: "C/poll" })).code).toBeUndefined();
});

test("what an example of Go shows is not removed without it", async () => {
  const shown = { "m.go": files["m.go"], "m_test.go": "package m\n\nfunc ExampleS_M() {}\n" };
  const { edit } = await openSymbolEdits(shown);
  const refused = await edit("m.go", { action: "remove", symbol: "S/M" });
  expect(refused).toMatchObject({ code: "still_required", text: files["m.go"] });
  expect(refused.message).toContain("m_test.go:3 func ExampleS_M()");
});

test("what a file of declarations adds for everyone is not removed", async () => {
  const { edit } = await openSymbolEdits({
    "types.d.ts": "interface ImportMeta {\n  env: string;\n}\n",
    "module.d.ts": "export {};\ninterface Local {\n  env: string;\n}\nexport interface Other {}\n",
  });
  expect((await edit("types.d.ts", { action: "remove", symbol: "ImportMeta" })).code).toBe("still_required");
  expect((await edit("module.d.ts", { action: "remove", symbol: "Local" })).code).toBeUndefined();
});

test.each([
  [
    "a.ts",
    "class Base {\n  run() { this.hook(); }\n  hook() {}\n  idle() {}\n}\n",
    "class Sub extends Base {\n  hook() {}\n  idle() {}\n}\n",
  ],
  [
    "a.py",
    "class Base:\n    def run(self):\n        self.hook()\n\n    def hook(self):\n        pass\n\n    def idle(self):\n        pass\n\n",
    "class Sub(Base):\n    def hook(self):\n        pass\n\n    def idle(self):\n        pass\n",
  ],
  [
    "A.java",
    "class Base {\n  void run() { hook(); }\n  protected void hook() {}\n  void idle() {}\n}\n",
    "class Sub extends Base {\n  protected void hook() {}\n  void idle() {}\n}\n",
  ],
  [
    "a.kt",
    "open class Base {\n  fun run() { hook() }\n  open fun hook() {}\n  open fun idle() {}\n}\n",
    "class Sub : Base() {\n  override fun hook() {}\n  override fun idle() {}\n}\n",
  ],
  [
    "a.cs",
    "class Base {\n  void Run() { hook(); }\n  protected virtual void hook() {}\n  public virtual void idle() {}\n}\n",
    "class Sub : Base {\n  protected override void hook() {}\n  public override void idle() {}\n}\n",
  ],
  [
    "a.cpp",
    "struct Base {\n  void run() { hook(); }\n  virtual void hook() {}\n  virtual void idle() {}\n};\n",
    "struct Sub : Base {\n  void hook() override {}\n  void idle() override {}\n};\n",
  ],
  [
    "a.php",
    "<?php\nclass Base {\n  function run() { $this->hook(); }\n  function hook() {}\n  function idle() {}\n}\n",
    "class Sub extends Base {\n  function hook() {}\n  function idle() {}\n}\n",
  ],
  [
    "a.rb",
    "class Base\n  def run\n    hook\n  end\n\n  def hook\n  end\n\n  def idle\n  end\nend\n\n",
    "class Sub < Base\n  def hook\n  end\n\n  def idle\n  end\nend\n",
  ],
  [
    "a.scala",
    "class Base {\n  def run() = hook()\n  def hook() = {}\n  def idle() = {}\n}\n",
    "class Sub extends Base {\n  override def hook() = {}\n  override def idle() = {}\n}\n",
  ],
  [
    "a.swift",
    "class Base {\n  func run() { hook() }\n  func hook() {}\n  func idle() {}\n}\n",
    "class Sub: Base {\n  override func hook() {}\n  override func idle() {}\n}\n",
  ],
  [
    "a.rs",
    "trait Base {\n    fn run(&self) { self.hook(); }\n    fn hook(&self) {}\n    fn idle(&self) {}\n}\n",
    "struct Sub;\nimpl Base for Sub {\n    fn hook(&self) {}\n    fn idle(&self) {}\n}\n",
  ],
])("what a type above calls is not removed from one below; what nobody calls, is: %s", async (file, above, below) => {
  const text = above + below;
  const { edit } = await openSymbolEdits({ [file]: text });
  expect(await edit(file, { action: "remove", symbol: "Sub/hook" })).toMatchObject({ text });
  const refused = await edit(file, { action: "remove", symbol: "Sub/hook" });
  expect(refused.code).toMatch(/^still_(?:required|used)$/);
  expect(refused.message).toMatch(/:[23] .*hook/);
  expect((await edit(file, { action: "remove", symbol: "Sub/hook", unproven: "leave" })).code).toBeUndefined();
  expect(await edit(file, { action: "remove", symbol: "Sub/idle" })).not.toHaveProperty("code");
});

test.each([
  ["a.ts", 'import { View } from "lib";\nclass A extends View {\n  draw() {}\n}\n', "A/draw"],
  ["a.py", "from lib import View\n\n\nclass A(View):\n    def draw(self):\n        pass\n", "A/draw"],
  ["A.java", "import lib.View;\nclass A extends View {\n  @Override\n  void draw() {}\n}\n", "A/draw"],
  ["a.kt", "import lib.View\nclass A : View() {\n  override fun draw() {}\n}\n", "A/draw"],
])("what a type outside of the project may call is not removed without a word: %s", async (file, text, symbol) => {
  const { edit } = await openSymbolEdits({ [file]: text });
  const refused = await edit(file, { action: "remove", symbol });
  expect(refused).toMatchObject({ code: "still_required", text });
  expect(refused.message).toContain("View, which is outside of the project and may ");
});
