import { expect, test } from "vitest";
import { openRenameKit } from "./rename.test-kit.ts";

const quick = { readyMs: 0 };

test("Java: constructors and the file of a public class are renamed with it", async () => {
  const files = {
    "src/main/a/Shape.java":
      "package a;\n\npublic class Shape {\n    private final int size;\n\n    public Shape() {\n        this(1);\n    }\n\n    public Shape(int size) {\n        this.size = size;\n    }\n\n    static Shape of() {\n        return new Shape();\n    }\n}\n",
    "src/main/a/User.java": "package a;\n\nclass User {\n    Shape shape = Shape.of();\n}\n",
  };
  const kit = await openRenameKit(files, quick);
  const { texts, plan } = await kit.rename({ symbol: "Shape", path: "src/main/a/Shape.java", newName: "Figure" });
  expect(texts).toEqual({
    "src/main/a/Figure.java": files["src/main/a/Shape.java"].replaceAll("Shape", "Figure"),
    "src/main/a/User.java": "package a;\n\nclass User {\n    Figure shape = Figure.of();\n}\n",
  });
  expect(plan.notes.join()).toContain('"src/main/a/Shape.java" is "src/main/a/Figure.java" now');
  expect(await kit.refusal({ symbol: "Shape", path: "src/main/a/Shape.java", newName: "User" })).toMatch(
    /^(?:name_taken|exists): /,
  );
});

test("no code place with the old name is left without an explanation", async () => {
  const kit = await openRenameKit(
    {
      "a/Util.java": "package a;\n\npublic class Util {\n    public static int one() {\n        return 1;\n    }\n}\n",
      "b/Far.java": "package b;\n\nimport static a.Util.one;\n\nclass Far {\n    int x = one() + a.Util.one();\n}\n",
      "lib/plug.ex": "defmodule Plug do\n  defmodule Bad do\n    def new, do: 1\n  end\nend\n",
      "test/plug_test.exs": "defmodule PlugTest do\n  def run, do: Plug.Bad.new()\nend\n",
      "src/jump.c": '#include "table.inc"\nint jump(int x) { return x; }\n',
      "src/other.c": "extern int jump(int);\n#define GO(x) jump(x)\nint two(void) { return GO(2); }\n",
      "src/part.h": "static inline int lone(int x) { return x; }\n#define LONE(x) lone(x)\n",
    },
    quick,
  );
  for (const [symbol, path, place] of [
    ["Util", "a/Util.java", "b/Far.java:"],
    ["Plug/Bad", "lib/plug.ex", "test/plug_test.exs:2"],
    ["jump", "src/jump.c", "src/other.c:"],
  ] as const) {
    const said = await kit.rename({ symbol, path, newName: "Other" }).then(
      ({ texts }) => {
        const left = Object.entries({ ...texts }).filter(([, text]) => text.includes(symbol));
        return Object.keys(texts).some((file) => file.startsWith(place.split(":")[0] ?? "")) && left.length === 0
          ? `renamed at ${place}`
          : `renamed but not at ${place}`;
      },
      (error: unknown) => String(error),
    );
    expect(said).toContain(place);
    expect(said).not.toContain("but not at");
  }
});

test("constructors, destructors, partial classes, companions and extensions belong to their type", async () => {
  const files = {
    "cs/A.cs": "namespace N;\n\npublic partial class Box\n{\n    public Box() { }\n    ~Box() { }\n}\n",
    "cs/B.cs": "namespace N;\n\npublic partial class Box\n{\n    public Box(int x) { }\n}\n",
    "cpp/crate.h": "class Crate {\n public:\n  Crate();\n  ~Crate();\n  int size() const;\n};\n",
    "cpp/crate.cpp":
      '#include "crate.h"\n\nCrate::Crate() {}\nCrate::~Crate() {}\nint Crate::size() const { return 1; }\n',
    "dart/tin.dart": "class Tin {\n  Tin();\n  Tin.small();\n  factory Tin.of() => Tin();\n}\n",
    "scala/Pair.scala": "package a\n\nclass Pair(val x: Int)\n\nobject Pair {\n  def apply(): Pair = new Pair(1)\n}\n",
    "swift/Point.swift":
      "struct Point {\n    init() {}\n}\n\nextension Point {\n    func a() -> Point { Point() }\n}\n",
    "swift/More.swift": "extension Point {\n    func b() {}\n}\n",
    "kotlin/Node.kt":
      "package a\n\nclass Node(val x: Int) {\n    constructor() : this(1)\n\n    companion object {\n        fun of() = Node()\n    }\n}\n",
  };
  const kit = await openRenameKit(files, quick);
  for (const [symbol, path] of [
    ["class Box", "cs/A.cs"],
    ["class Crate", "cpp/crate.h"],
    ["class Tin", "dart/tin.dart"],
    ["Pair[0]", "scala/Pair.scala"],
    ["struct Point", "swift/Point.swift"],
    ["Node", "kotlin/Node.kt"],
  ] as const) {
    const { texts } = await kit.rename({ symbol, path, newName: "Renamed" });
    const name = symbol.replace(/^\w+ |\[\d\]$/g, "");
    const folder = path.split("/")[0] ?? "";
    const wanted = Object.entries(files).filter(([file]) => file.startsWith(`${folder}/`));
    expect(texts).toEqual(
      Object.fromEntries(
        wanted.map(([file, text]) => [file, text.replaceAll(new RegExp(`\\b${name}\\b`, "g"), "Renamed")]),
      ),
    );
  }
});

test("PHP: the file of a class that is loaded by its name is renamed with it", async () => {
  const kit = await openRenameKit(
    {
      "src/Cart.php": "<?php\n\nnamespace App;\n\nclass Cart\n{\n    public function __construct()\n    {\n    }\n}\n",
      "src/Shop.php":
        "<?php\n\nnamespace App;\n\nclass Shop\n{\n    public function cart(): Cart\n    {\n        return new Cart();\n    }\n}\n",
    },
    quick,
  );
  const { texts } = await kit.rename({ symbol: "class Cart", path: "src/Cart.php", newName: "Basket" });
  expect(Object.keys(texts).toSorted()).toEqual(["src/Basket.php", "src/Shop.php"]);
  expect(texts["src/Shop.php"]).not.toContain("Cart()");
});

test("a string or a test title with the name does not refuse a rename; it is listed", async () => {
  const kit = await openRenameKit(
    {
      "src/merge.ts": "export function mergePath(a: string): string {\n  return a;\n}\n",
      "src/view.tsx": "export const view = <p>mergePath {/* mergePath */}</p>;\nexport const pattern = /mergePath/;\n",
      "src/use.ts":
        'import { mergePath } from "./merge.ts";\n\nexport const table = { text: "mergePath" };\nmergePath("x");\n',
    },
    quick,
  );
  const { texts, plan } = await kit.rename({ symbol: "mergePath", newName: "joinPath" });
  expect(Object.keys(texts)).toEqual(["src/merge.ts", "src/use.ts"]);
  expect(plan.leftovers?.total).toBe(4);
  expect(plan.leftovers?.shown).toContain('src/use.ts:3 string: export const table = { text: "mergePath" };');
});

test("Elixir: a module that an alias shortens is not renamed by halves", async () => {
  const files = {
    "lib/errors.ex": 'defmodule Plug.Oops do\n  defexception message: "x"\nend\n',
    "lib/a.ex": "defmodule A do\n  alias Plug.Oops\n  def f, do: raise(Oops)\nend\n",
  };
  const kit = await openRenameKit(files, quick);
  const renamed = kit.rename({ symbol: "Plug.Oops", path: "lib/errors.ex", newName: "Fault" });
  await expect(renamed).rejects.toThrow("the last part of its name stands there alone:\n lib/a.ex:3");
});
