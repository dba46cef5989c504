import { expect, test } from "vitest";
import { openRenameKit } from "./rename.test-kit.ts";

/** Renames to `moved`: the texts that change, and what they have to be if the name changes everywhere. */
async function renameEverywhere(files: Readonly<Record<string, string>>, symbol: string) {
  const kit = await openRenameKit(files, { readyMs: 0 });
  const name = symbol.slice(symbol.lastIndexOf("/") + 1);
  const { texts } = await kit.rename({ symbol, newName: "moved" });
  const all = Object.entries(files).map(([file, text]) => [file, text.replaceAll(name, "moved")]);
  return { texts, wanted: Object.fromEntries(all) };
}

async function refused(files: Readonly<Record<string, string>>, symbol: string): Promise<string> {
  const kit = await openRenameKit(files, { readyMs: 0 });
  return await kit.refusal({ symbol, newName: "moved" });
}

test.each([
  ["A/step", "a.ts", "export class A {\n  go() { return this.step(); }\n  step() { return 1; }\n}\n"],
  [
    "A/step",
    "a.py",
    "class A(Exception):\n    def go(self):\n        return self.step()\n\n    def step(self):\n        return 1\n",
  ],
  ["A/size", "a.go", "package a\n\ntype A struct{ size int }\n\nfunc (a *A) step() int { return a.size }\n"],
  ["A/step", "A.java", "class A {\n  int step() { return 1; }\n  int go() { return this.step(); }\n}\n"],
  ["a/size", "a.c", "struct a { int size; };\nint get(struct a *p) { return p->size; }\n"],
])("a member is renamed if every place with its name is proven to mean it: %s in %s", async (symbol, file, text) => {
  const { texts, wanted } = await renameEverywhere({ [file]: text }, symbol);
  expect(texts).toEqual(wanted);
});

test("members of types that have nothing to do with each other keep their names", async () => {
  const java = {
    "A.java": "class A {\n  int step() { return this.step(); }\n}\n",
    "B.java": "class B {\n  int step() { return 2; }\n}\n",
  };
  const kit = await openRenameKit(java, { readyMs: 0 });
  const { texts } = await kit.rename({ symbol: "A/step", path: "A.java", newName: "moved" });
  expect(texts).toEqual({ "A.java": java["A.java"].replaceAll("step", "moved") });
  const go = {
    "a.go": "package a\n\ntype A struct{}\n\nfunc (a *A) step() int { return a.step() }\n\ntype B struct{ step int }\n",
    "b.go": "package a\n\ntype C struct{}\n\nfunc (c *C) step() int { return 1 }\n\nfunc step() {}\n",
  };
  const other = await openRenameKit(go, { readyMs: 0 });
  const found = await other.rename({ symbol: "A/step", path: "a.go", newName: "moved" });
  expect(found.texts).toEqual({ "a.go": go["a.go"].replace(") step()", ") moved()").replace("a.step()", "a.moved()") });
});

test("a member that others may share or need under its name is refused", async () => {
  const shaped = {
    "a.ts": "export class A { step() { return this.step(); } }\nexport interface B { step(): number }\n",
  };
  expect(await refused(shaped, "A/step")).toMatch(/^cannot_prove: [^]*\n a\.ts:2 /);
  const quoted = { "a.ts": 'export class A { step() { return this.step(); } }\nexport type S = Pick<A, "step">;\n' };
  expect(await refused(quoted, "A/step")).toMatch(/^cannot_prove: [^]*a text there is its name[^]*\n a\.ts:2 /);
  const python = {
    "a.py": "from lib import Base\n\n\nclass A(Base):\n    def step(self):\n        return self.step()\n",
  };
  expect(await refused(python, "A/step")).toMatch(/^cannot_prove: [^]*needed under this name by Base/);
  const file = { "a.py": "class A:\n    def write(self, text):\n        return self.write(text)\n" };
  expect(await refused(file, "A/write")).toMatch(/^cannot_prove: /);
  const go = {
    "a.go":
      "package a\n\ntype A struct{}\n\nfunc (a *A) step() int { return a.step() }\n\ntype I interface{ step() int }\n",
  };
  expect(await refused(go, "A/step")).toMatch(/^cannot_prove: [^]*a\.go:7 /);
  const java = { "A.java": "class A implements lib.Walker {\n  public int step() { return this.step(); }\n}\n" };
  expect(await refused(java, "A/step")).toMatch(/^cannot_prove: [^]*needed under this name by /);
});

test("a static member of C++ is renamed where it is defined apart", async () => {
  const files = {
    "box.h": "class Box {\npublic:\n  static const char* title;\n  void show();\n};\n",
    "box.cpp": '#include "box.h"\n\nconst char* Box::title = "x";\n\nvoid Box::show() { title = "y"; }\n',
  };
  const kit = await openRenameKit(files, { readyMs: 0 });
  const { texts } = await kit.rename({ path: "box.h", symbol: "Box/title", newName: "moved" });
  expect(texts["box.h"]).toBe(files["box.h"].replace("title", "moved"));
  expect(texts["box.cpp"]).toBe(files["box.cpp"].replaceAll("title", "moved"));
});

test("a method of an interface of Go is not renamed without those of the types that have it", async () => {
  const files = {
    "a.go":
      "package a\n\ntype Args interface {\n\tFirst() string\n}\n\ntype list struct{ v []string }\n\nfunc (l *list) First() string { return l.v[0] }\n\nfunc use(a Args) string { return a.First() }\n",
  };
  expect(await refused(files, "Args/First")).toContain("a.go:9 func (l *list) First() string");
});

test("the examples of Go are renamed with what they show", async () => {
  const files = {
    "a.go":
      "package a\n\ntype Box struct{}\n\nfunc (b *Box) Unfold() {}\n\nfunc use(b *Box) { b.Unfold() }\n\nfunc UnfoldBox() {}\n",
    "a_test.go":
      "package a\n\nfunc ExampleBox() {}\nfunc ExampleBox_Unfold() {}\nfunc ExampleBox_Unfold_twice() {}\nfunc ExampleBox_open() {}\nfunc ExampleUnfoldBox() {}\nfunc ExampleBoxes() {}\n",
  };
  const { rename } = await openRenameKit(files, { readyMs: 0 });
  const method = await rename({ symbol: "Box/Unfold", newName: "Shut" });
  expect(method.texts["a_test.go"]).toBe(files["a_test.go"].replaceAll("Box_Unfold", "Box_Shut"));
  const type = await rename({ symbol: "Box", newName: "Case" });
  expect(type.texts["a_test.go"]).toBe(files["a_test.go"].replaceAll(/ExampleBox(?!es)/g, "ExampleCase"));
});

test("a method of Go that the library cannot ask for is renamed, although one of its interfaces has the name", async () => {
  const text = (parameters: string): string =>
    `package a\n\ntype Set struct{}\n\nfunc (s *Set) String(${parameters}) string { return "" }\n\nfunc use(s *Set) { s.String() }\n`;
  const { texts, wanted } = await renameEverywhere({ "a.go": text("name, value string") }, "Set/String");
  expect(texts).toEqual(wanted);
  expect(await refused({ "a.go": text("") }, "Set/String")).toContain("the language or its library");
});

test("a constant of an enum of C is renamed where it is visible, unless the new name is taken there", async () => {
  const files = {
    "color.h": "enum Color { red, blue = red + 1 };\nint paint(int a);\n",
    "a.c": '#include "color.h"\n\nint paint(int a) { return a == red; }\n',
  };
  const { texts, wanted } = await renameEverywhere(files, "Color/red");
  expect(texts).toEqual(wanted);
  const taken = { ...files, "color.h": `${files["color.h"]}enum Light { moved };\n` };
  expect(await refused(taken, "Color/red")).toMatch(/moved/);
});

test("code in a language that reads no headers does not use members of C++; one that reads them may", async () => {
  const files = {
    "box.h": "class Box {\n public:\n  int size;\n  int twice() { return size * 2; }\n};\n",
    "make.py": "def make(f):\n    return f.size\n",
  };
  const kit = await openRenameKit(files, { readyMs: 0 });
  const { texts } = await kit.rename({ symbol: "Box/size", newName: "moved" });
  expect(texts).toEqual({ "box.h": files["box.h"].replaceAll("size", "moved") });
  const swift = { "box.h": files["box.h"], "make.swift": "func make() -> Int32 { load().size }\n" };
  expect(await refused(swift, "Box/size")).toMatch(/^cannot_prove: [^]*make\.swift:1/);
});

test("`include` renames values that may have a member, and no class apart that declares one of the name", async () => {
  const files = {
    "a.ts":
      "export class Store {\n  close() {\n    return 1;\n  }\n}\n\nexport class Sub extends Store {\n  close() {\n    return 2;\n  }\n}\n",
    "b.ts": "export class Other {\n  close() {\n    return 3;\n  }\n}\n",
    "u.ts": "export const use = (x: any) => x.close();\n",
  };
  const kit = await openRenameKit(files, { readyMs: 0 });
  const { texts, plan } = await kit.rename({ symbol: "Store/close", newName: "shut", unproven: "include" });
  expect(texts).toEqual({
    "a.ts": files["a.ts"].replaceAll("close", "shut"),
    "u.ts": files["u.ts"].replace("close", "shut"),
  });
  expect(plan.notes.join("\n")).toMatch(/left[^]*b\.ts:2/);
});
