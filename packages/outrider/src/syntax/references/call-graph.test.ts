import { afterAll, describe, expect, test } from "vitest";
import { openTestProject } from "../../../test/support/test-workspace.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import { openSymbolTables } from "../project/open-symbol-tables.ts";
import { buildCallGraph, buildGraph, type CallGraph, type Pace, type StepTime } from "./call-graph.ts";
import { targetOf } from "./target.ts";
import { lentThreads } from "../../../test/support/lent-thread.ts";

const { signal } = new AbortController();

/** In each, `first` of one file calls `second` of another, which calls itself and `third`, which calls `first`. */
const projects: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  typescript: {
    "a.ts": 'import { second } from "./index.ts";\nexport function first() { return second(1); }\n',
    "index.ts": 'export * from "./b.ts";\n',
    "b.ts":
      'import * as a from "./a.ts";\nexport function second(n: number) { return third(second(n)); }\nconst third = (f: unknown) => a.first();\nfunction decoy(second: () => void) { second(); }\n',
    "c.ts": "export function third() {}\nexport function first() { third(); }\n",
  },
  javascript: {
    "a.js": 'const { second } = require("./b");\nfunction first() { return second(1); }\nmodule.exports = { first };\n',
    "b.js":
      'const a = require("./a");\nfunction second(n) { return n ? second(n - 1) : third(); }\nfunction third() { return a.first(); }\nmodule.exports = { second };\n',
    "c.js": "function third() {}\nfunction first() { third(); }\n",
  },
  python: {
    "p/__init__.py": "",
    "p/a.py": "from .b import second as next_one\ndef first():\n    return next_one(1)\n",
    "p/b.py":
      "from p import a\ndef second(n):\n    third(1)\n    return second(n)\ndef third(n):\n    return a.first()\n",
    "p/c.py": "def third():\n    pass\ndef first():\n    third()\n",
  },
  go: {
    "a/a.go": 'package a\n\nimport "x.org/m/b"\n\nfunc First() { b.Second(1) }\n',
    "b/b.go": "package b\n\nfunc Second(n int) { Third(); Second(n) }\n",
    "b/c.go": 'package b\n\nimport "x.org/m/a"\n\nfunc Third() { a.First() }\n',
    "c/c.go": "package c\n\nfunc Third() {}\nfunc First() { Third() }\n",
  },
  rust: {
    "src/main.rs": "mod a;\nmod b;\nmod c;\n",
    "src/a.rs": "use crate::b::second;\npub fn first() { second(1) }\n",
    "src/b.rs": "pub fn second(n: i32) { third(); second(n) }\nfn third() { crate::a::first() }\n",
    "src/c.rs": "fn third() {}\nfn first() { third() }\n",
  },
  java: {
    "x/A.java": "package x;\nclass A { static void first() { B.second(1); } }\n",
    "x/B.java":
      "package x;\nclass B {\n  static void second(int n) { third(); second(n); }\n  static void third() { A.first(); }\n}\n",
    "y/B.java": "package y;\nclass B { static void third() {} static void first() { third(); } }\n",
  },
  c: {
    "a.h": "void first(void);\n",
    "b.h": "void second(int n);\n",
    "a.c": '#include "a.h"\n#include "b.h"\nvoid first(void) { second(1); }\n',
    "b.c":
      '#include "b.h"\n#include "a.h"\nstatic void third(void) { first(); }\nvoid second(int n) { third(); second(n); }\n',
    "c.c": "static void third(void) {}\nstatic void fourth(void) { third(); }\n",
  },
  cpp: {
    "a.hpp": "namespace x { void first(); }\n",
    "b.hpp": "class B { public: void second(int n); void third(); };\n",
    "a.cpp": '#include "a.hpp"\n#include "b.hpp"\nvoid x::first() { B b; b.second(1); }\n',
    "b.cpp":
      '#include "b.hpp"\n#include "a.hpp"\nvoid B::second(int n) { third(); this->second(n); }\nvoid B::third() { x::first(); }\n',
  },
  ruby: {
    "a.rb": 'require_relative "b"\ndef first\n  B.second(1)\nend\n',
    "b.rb":
      'require_relative "a"\nclass B\n  def self.second(n)\n    third(1)\n    second(n)\n  end\n  def self.third(n)\n    first()\n  end\nend\n',
  },
  php: {
    "a.php": '<?php\nrequire_once "b.php";\nfunction first() { return B::second(1); }\n',
    "b.php":
      '<?php\nrequire_once "a.php";\nclass B {\n  static function second($n) { self::third(); return static::second($n); }\n  static function third() { return first(); }\n}\n',
    "c.php": "<?php\nnamespace C;\nclass C { function third() {} function f() { $this->third(); } }\n",
  },
  csharp: {
    "A.cs": "namespace X;\nclass A { public static void First() { B.Second(1); } }\n",
    "B.cs":
      "namespace X;\nclass B {\n  public static void Second(int n) { Third(); Second(n); }\n  static void Third() { A.First(); }\n}\n",
    "C.cs": "namespace Y;\nclass C { void Third() {} void F() { Third(); } }\n",
  },
  kotlin: {
    "x/a.kt": "package x\nfun first() { second(1) }\n",
    "x/b.kt": "package x\nfun second(n: Int) { third(); second(n) }\nfun third() { first() }\n",
    "y/c.kt": "package y\nfun third() {}\nfun f() { third() }\n",
  },
};

// One set of threads for all, so that each grammar is loaded once.
const tables = openSymbolTables(lentThreads);
afterAll(() => tables.close());

describe.each(Object.entries(projects))("%s", (_language, files) => {
  test.each(["callees", "callers"] as const)("%s go round in a circle, and nowhere else", async (direction) => {
    const graph = await graphOf(files, {
      file: Object.keys(files).find((path) => /(?:^|\/)a\.(?!h)|A\./.test(path)) ?? "",
      direction,
    });
    expect(edgesOf(graph)).toEqual(["first > second", "second > second", "second > third", "third > first"]);
    expect(new Set([...graph.nodes.values()].map(({ symbol }) => symbol.name.toLowerCase())).size).toBe(
      graph.nodes.size,
    );
  });
});

/** In each, what the function `first` of the first file calls: `file path`. */
const single: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] = [
  [
    "a name that others have changed on the way is not one of this file",
    {
      "a.ts":
        'import { sq, root as r, own } from "./index.ts";\nfunction square() {}\nexport function first() { sq(); r(); own(); }\nfunction use() { square(); }\n',
      "index.ts":
        'export { square as sq } from "./middle.ts";\nexport { cube as root, mine as own } from "./math.ts";\n',
      "middle.ts": 'export { power as square } from "./math.ts";\n',
      "math.ts":
        "export function power() {}\nexport function cube() {}\nfunction inner() {}\nexport { inner as mine };\nexport function square() {}\n",
    },
    ["math.ts cube", "math.ts inner", "math.ts power"],
  ],
  [
    "a changed name beside a call of the own function of the same name",
    {
      "a.ts": 'import { sq } from "./index.ts";\nfunction square() {}\nexport function first() { sq(); square(); }\n',
      "index.ts": 'export { square as sq } from "./math.ts";\n',
      "math.ts": "export function square() {}\n",
    },
    ["a.ts square", "math.ts square"],
  ],
  [
    "super in Python means the superclass",
    {
      "a.py":
        "from p import Item\nclass Sub(Item):\n    def __init__(self):\n        pass\n    def first(self):\n        super().__init__()\n        return super().first()\n",
      "p/__init__.py": "from .item import Thing as Item\n",
      "p/item.py":
        "class Thing:\n    def __init__(self):\n        pass\n    def first(self):\n        pass\nclass Other:\n    def first(self):\n        pass\n",
    },
    ["p/item.py Thing/__init__", "p/item.py Thing/first"],
  ],
  [
    "super in TypeScript means the superclass",
    {
      "a.ts": 'import { Item } from "./item.ts";\nclass Sub extends Item {\n  first() { return super.first(); }\n}\n',
      "item.ts": "export class Item { first() {} }\nexport class Other { first() {} }\n",
    },
    ["item.ts Item/first"],
  ],
];

test.each(single)("%s", async (_title, files, expected) => {
  const { start, edges, nodes } = await graphOf(files, { file: Object.keys(files)[0] ?? "", direction: "callees" });
  const called = edges.filter(({ from }) => from === start.id).map(({ to }) => nodes.get(to));
  expect(called.map((node) => `${node?.file} ${node?.symbol.path}`).toSorted()).toEqual(expected);
});

test.each([
  [
    "a.ts",
    "class Item { constructor(n: string) {} }\nclass Sub extends Item {\n  constructor() { super('box'); }\n}\n",
  ],
  ["A.java", "class Item { Item(int n) {} }\nclass Sub extends Item {\n  Sub() { super(1); }\n}\n"],
])("super in a constructor of %s calls that of the superclass", async (file, text) => {
  const { start, edges, nodes } = await graphOf(
    { [file]: text },
    { file, direction: "callees", isStart: ({ path, kind }) => kind === "constructor" && path.startsWith("Sub/") },
  );
  expect(edges.map(({ from, to }) => [from, nodes.get(to)?.symbol.path.split("/")[0]])).toEqual([[start.id, "Item"]]);
});

describe("a level that takes too long", () => {
  test("is read to its end in the quick way", async () => {
    const { graph, paces } = await slowGraph({ whole: 1_000, quick: 100 });
    expect(paces).toEqual({ whole: 7, quick: 17 });
    expect(graph.notFollowed).toEqual([]);
    expect(levelsOf(graph)).toEqual([24, 24, 24]);
  });

  test("even so is cut, says so, and leaves time for the one below", async () => {
    const { graph, paces } = await slowGraph({ whole: 1_000, quick: 1_000 });
    expect(paces).toEqual({ whole: 7, quick: 4 });
    expect(graph.notFollowed).toEqual([{ level: 1, functions: 13, of: 24, why: "slow" }]);
    expect(levelsOf(graph)).toEqual([24, 11, 11]);
  });
});

test("a search for a common name on a further level stops with the level's time, and the level says so", async () => {
  const { start } = await graphOf({ "a.ts": "export function first() {}\n" }, { file: "a.ts", direction: "callers" });
  let time = 0;
  const portions: number[] = [];
  const searches: StepTime["search"][] = [];
  const graph = await buildGraph(
    start,
    async (node, { search }) => {
      searches.push(search);
      const step = {
        calls: [{ node: { ...start, id: `${node.id}.0` }, line: 1, certainty: "sure" as const }],
        outside: [],
      };
      if (node.id === start.id) return step;
      const { isLate = () => true } = search;
      for (; !isLate(); time += 1_000) portions.push(time);
      return { ...step, late: { files: ["b.ts"], of: 2 } };
    },
    { direction: "callers", depth: 2, signal, now: () => time },
  );
  expect(searches).toMatchObject([{}, { keep: false }]);
  expect(searches[0]).not.toHaveProperty("isLate");
  // All of the 12 s for further levels, and the 8 s without a server.
  expect(portions).toHaveLength(21);
  expect(graph.edges).toHaveLength(2);
  expect(graph.notFollowed).toEqual([{ level: 1, functions: 1, of: 1, why: "slow" }]);
  expect(graph.late).toBeUndefined();
});

function levelsOf({ edges }: CallGraph): readonly number[] {
  return [1, 2, 3].map((level) => edges.filter(({ depth }) => depth === level).length);
}

/** The first level takes longer than all others may; a function of the second one takes a time of each pace, and there are 24. */
async function slowGraph(costs: Readonly<Record<Pace, number>>) {
  const { start } = await graphOf({ "a.ts": "export function first() {}\n" }, { file: "a.ts", direction: "callers" });
  let time = 0;
  const paces = { whole: 0, quick: 0 };
  const graph = await buildGraph(
    start,
    async (node, { pace }) => {
      const level = node.id === start.id ? 0 : node.id.split(".").length - 1;
      time += level === 0 ? 20_000 : level === 1 ? costs[pace] : 10;
      if (level === 1) paces[pace] += 1;
      const calls = Array.from({ length: level === 0 ? 24 : 1 }, (_, index) => ({
        node: { ...start, id: level === 0 ? `n.${index}` : `${node.id}.${index}` },
        line: 1,
        certainty: "sure" as const,
      }));
      return { calls, outside: [] };
    },
    { direction: "callers", depth: 3, signal, now: () => time },
  );
  return { graph, paces };
}

async function graphOf(
  files: Readonly<Record<string, string>>,
  {
    file: path,
    direction,
    isStart = ({ name }) => name.toLowerCase() === "first",
  }: {
    readonly file: string;
    readonly direction: "callers" | "callees";
    readonly isStart?: (symbol: CodeSymbol) => boolean;
  },
): Promise<CallGraph> {
  const { project } = await openTestProject(files);
  const symbols = tables.symbolsOf(project);
  const view = await symbols.view({ signal });
  const file = view.file(path);
  const symbol = file?.symbols.find(isStart);
  if (file === undefined || symbol === undefined) throw new Error(`${path} does not declare it`);
  return await buildCallGraph(symbols, targetOf({ ...file, file: path }, symbol), {
    direction,
    depth: 5,
    view,
    signal,
  });
}

function edgesOf({ nodes, edges }: CallGraph): readonly string[] {
  const nameOf = (id: string): string => nodes.get(id)?.symbol.name.toLowerCase() ?? "?";
  return edges.map(({ from, to }) => `${nameOf(from)} > ${nameOf(to)}`).toSorted();
}
