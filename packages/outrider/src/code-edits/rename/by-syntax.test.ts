import { expect, test } from "vitest";
import { openRenameKit } from "./rename.test-kit.ts";

const files = {
  "src/a.ts": `export function add(a: number): number {
  function inner(x: number) { return x; }
  return inner(a);
}
const hidden = 1;
export const both = { hidden, text: "a" };
export class Box { #size = 1; grow() { this.#size += 1; return this.#size; } shrink() { return 2; } }
export const table = 1;
export function spoken() { return hidden; }
export const { taken } = { taken: 1 };
`,
  "src/b.ts":
    'import { add as plus, Box } from "./a.ts";\r\nimport { add } from "./a.ts";\r\nplus(add(1));\r\nexport { add };\r\nanyBox().shrink();\r\n',
  "src/c.ts":
    'import { add } from "./b.ts";\nadd(2);\nexport const names = ["spoken"];\nfunction f(add: number) { return add; }\n',
  "src/d.ts": 'const m = await import("./a.ts");\nm.both;\nexport const g = (x: { table: number }) => x.table;\n',
  "tool.py":
    "def build(size):\n    return size\n\n\nbuild(size=1)\n\n\ndef helper():\n    def step():\n        return 1\n    return step()\n",
  "use.py": "from tool import build\n\nbuild(2)\n",
  "main.go": "package main\n\nfunc start() int { return other() }\n\nfunc main() { start() }\n",
  "other.go": "package main\n\nfunc other() int { return 1 }\n",
  "settings.json": '{ "build": true }\n',
};

test("a name with a dash is one name", async () => {
  const kit = await openRenameKit({ "go.sh": "say-hi() {\n  echo hi\n}\nsay-hi\n" }, { readyMs: 0 });
  const { texts } = await kit.rename({ symbol: "say-hi", newName: "greet" });
  expect(texts).toEqual({ "go.sh": "greet() {\n  echo hi\n}\ngreet\n" });
});

test("what has the same name in another scope keeps it", async () => {
  const scoped = {
    "a.py":
      "def load():\n    return 1\n\n\ndef f(x):\n    match x:\n        case {'a': load}:\n            return load\n",
    "a.go":
      "package a\n\nfunc pick(n int) int { return n }\n\nfunc f() {\n\t_ = pick(1)\n\ttype pick struct{}\n\t_ = pick{}\n}\n",
    "Cargo.toml": '[package]\nname = "app"\n',
    "src/a.rs": "pub fn open() {}\npub mod inner { pub fn open() {} }\n",
    "src/lib.rs": "pub mod a;\nuse crate::a::open;\nfn f() { open(); a::open(); a::inner::open(); }\n",
  };
  const kit = await openRenameKit(scoped, { readyMs: 0 });
  const python = await kit.rename({ symbol: "load", path: "a.py", newName: "moved" });
  expect(python.texts).toEqual({ "a.py": scoped["a.py"].replace("load", "moved") });
  const go = await kit.rename({ symbol: "pick", path: "a.go", newName: "moved" });
  expect(go.texts).toEqual({
    "a.go": scoped["a.go"].replace("func pick", "func moved").replace("pick(1)", "moved(1)"),
  });
  const rust = await kit.rename({ symbol: "inner/open", path: "src/a.rs", newName: "moved" });
  expect(rust.texts).toEqual({
    "src/a.rs": scoped["src/a.rs"].replace("inner { pub fn open", "inner { pub fn moved"),
    "src/lib.rs": scoped["src/lib.rs"].replace("inner::open", "inner::moved"),
  });
});

test("a page without scripts is no code that could not be read", async () => {
  const page = "<html><style>.a { color: red }</style><p>Call total for the sum.</p></html>\n";
  const kit = await openRenameKit({ "a.ts": "export const total = 1;\n", "index.html": page }, { readyMs: 0 });
  const { texts } = await kit.rename({ symbol: "total", newName: "sum" });
  expect(texts).toEqual({ "a.ts": "export const sum = 1;\n" });
});

test("without a server only what scopes and imports prove is renamed", async () => {
  const kit = await openRenameKit(files, { readyMs: 0 });
  const add = await kit.rename({ symbol: "add", path: "src/a.ts", newName: "sum" });
  expect(add.plan.done).toBe("renamed function add to sum: 7 places in 3 files");
  expect(add.plan.notes.join()).toMatch(/^Without a language server \(.+\); scopes and imports prove every place\.$/);
  expect(add.texts).toEqual({
    "src/a.ts": files["src/a.ts"].replace("add", "sum"),
    "src/b.ts": files["src/b.ts"].replaceAll("add", "sum"),
    "src/c.ts": files["src/c.ts"].replace("{ add }", "{ sum }").replace("add(2)", "sum(2)"),
  });
  const both = await kit.rename({ symbol: "both", newName: "pair" });
  expect(Object.keys(both.texts)).toEqual(["src/a.ts", "src/d.ts"]);
  const hidden = await kit.rename({ symbol: "hidden", newName: "secret" });
  expect(hidden.texts).toEqual({
    "src/a.ts": files["src/a.ts"]
      .replace("const hidden", "const secret")
      .replace("{ hidden,", "{ hidden: secret,")
      .replace("return hidden", "return secret"),
  });
  const inner = await kit.rename({ symbol: "add/inner", newName: "deep" });
  expect(inner.texts).toEqual({ "src/a.ts": files["src/a.ts"].replaceAll("inner", "deep") });
  const step = await kit.rename({ symbol: "helper/step", newName: "leap" });
  expect(step.texts).toEqual({ "tool.py": files["tool.py"].replaceAll("step", "leap") });
  const build = await kit.rename({ symbol: "build", path: "tool.py", newName: "make" });
  expect(build.texts).toEqual({
    "tool.py": files["tool.py"].replaceAll("build", "make"),
    "use.py": files["use.py"].replaceAll("build", "make"),
  });
  expect(build.plan.leftovers).toEqual({ total: 1, shown: ['settings.json:1 config: { "build": true }'] });
  const start = await kit.rename({ symbol: "start", newName: "begin" });
  expect(start.texts).toEqual({ "main.go": files["main.go"].replaceAll("start", "begin") });
});

test("without a server the rest is refused, with the places that are in doubt", async () => {
  const kit = await openRenameKit(files, { readyMs: 0 });
  expect(await kit.refusal({ symbol: "Box/shrink", newName: "less" })).toMatch(
    /^cannot_prove: .*a value there may have it:\n src\/b\.ts:5 /,
  );
  expect(await kit.refusal({ symbol: "table", newName: "desk" })).toMatch(/^cannot_prove: .*\n src\/d\.ts:3 /);
  const { texts } = await kit.rename({ symbol: "table", newName: "desk", unproven: "include" });
  expect(texts).toEqual({
    "src/a.ts": files["src/a.ts"].replace("table", "desk"),
    "src/d.ts": files["src/d.ts"].replace("x.table", "x.desk"),
  });
  const left = await kit.rename({ symbol: "table", newName: "desk", unproven: "leave" });
  expect(Object.keys(left.texts)).toEqual(["src/a.ts"]);
  expect(left.plan.notes.join()).toMatch(/not proven to mean it, left as you chose[^]*src\/d\.ts:3/);
  expect(await kit.refusal({ symbol: "taken", newName: "got" })).toMatch(/^cannot_prove: /);
  expect(await kit.refusal({ symbol: "start", newName: "other" })).toMatch(/^name_taken: [^]*\n other\.go:3 /);
  expect(await kit.refusal({ symbol: "start", newName: "func" })).toMatch(/^(?:invalid_name|broken_syntax): /);
  expect(await kit.refusal({ symbol: "helper/step", newName: "def" })).toMatch(/^(?:invalid_name|broken_syntax): /);
  expect(await kit.refusal({ symbol: "helper/step", newName: "None" })).toMatch(/^(?:invalid_name|broken_syntax): /);
  expect(await kit.refusal({ symbol: "build", path: "settings.json", newName: "make" })).toMatch(/^cannot_prove: /);
});

test.each(["src/use.ts", "src/use.tsx"])("labels and types of the language mean no value: %s", async (path) => {
  const use = (name: string): string =>
    `import { ${name} } from "./texts.ts";\nexport const all = [${name}];\nexport function as(input: number, flag: boolean): boolean {\n  number: for (;;) {\n    if (flag) break number;\n  }\n  return flag;\n}\n`;
  for (const name of ["boolean", "number"]) {
    const texts = { "src/texts.ts": `export const ${name} = "a text";\n`, [path]: use(name) };
    const { rename } = await openRenameKit(texts, { readyMs: 0 });
    const renamed = await rename({ symbol: name, newName: "moved" });
    expect(renamed.texts).toEqual({ "src/texts.ts": 'export const moved = "a text";\n', [path]: use("moved") });
  }
});

test("the text of an error that the preprocessor shows is no code", async () => {
  const text =
    'typedef struct { int size; } box_t;\n\n#ifndef BIG\n#error "box_t needs \\\n  more"\n#warning "box_t \\\n  is small"\n#endif\n\nint sizeOf(box_t *box) { return box->size; }\n';
  const { rename } = await openRenameKit({ "box.c": text }, { readyMs: 0 });
  const { texts, plan } = await rename({ symbol: "box_t", newName: "case_t" });
  expect(texts["box.c"]).toBe(text.replace("} box_t", "} case_t").replace("(box_t", "(case_t"));
  expect(plan.leftovers?.total).toBe(2);
});
