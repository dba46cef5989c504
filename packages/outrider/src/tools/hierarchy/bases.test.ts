import { expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";

/** Asks for name and mark of each type below, or above. */
async function openTypes(files: Readonly<Record<string, string>>) {
  const { read } = await openKit(files);
  return async (input: object): Promise<readonly string[]> => {
    const rows = (await read("hierarchy", input)).split("\n").slice(1);
    return rows.flatMap((row) => /^ *([~*]?\S+) \S+:\d+/.exec(row)?.[1] ?? []).toSorted();
  };
}

test("Python: a base through a package, its submodules and other names", async () => {
  const files = {
    "proxy/__init__.py": "",
    "proxy/layers/__init__.py": "from .http import Layer, Base as Conn\n",
    "proxy/layers/http/__init__.py": "from ._base import Base\nclass Layer: ...\n",
    "proxy/layers/http/_base.py": "class Base: ...\nAlias = Base\nIntBase = Base[int]\nclass Own(Alias): ...\n",
    "use.py": `from proxy import layers
import proxy.layers as pl
from proxy.layers.http._base import Alias as A, IntBase
class Mock(layers.http.Base): ...
class Renamed(pl.Conn): ...
class Also(layers.Conn): ...
class Aliased(A): ...
class Int(IntBase): ...
class Mixed(mix(pl.Conn)): ...
class Meta(metaclass=meta(pl.Conn)): ...
class Listed(list[pl.Conn]): ...
`,
  };
  const typesOf = await openTypes(files);
  expect(await typesOf({ symbol: "Base" })).toEqual(
    ["Own", "~Mock", "Renamed", "Also", "Aliased", "Int", "~Mixed"].toSorted(),
  );
  expect(await typesOf({ symbol: "Renamed", direction: "supertypes" })).toEqual(["Base"]);
  expect(await typesOf({ symbol: "Int", direction: "supertypes" })).toEqual(["Base"]);
});

test("TypeScript: other names of a class, and classes made of it", async () => {
  const files = {
    "http.ts": "export class Layer {}\nexport default Layer;\n",
    "index.ts": `export * as http from "./http.ts";
export { Layer as L2 } from "./http.ts";
import Def from "./http.ts";
export const Third = Def;
`,
    "main.ts": `import { http, L2, Third } from "./index.ts";
type Alias = L2;
type Both = L2 & Named;
const Local = http.Layer;
class A extends http.Layer {}
class B extends Mixin(http.Layer) {}
class C extends Third {}
class D implements Alias {}
class E extends Local {}
class F implements Both {}
class G extends Repo<L2> {}
class H { constructor(readonly layer: L2 = new L2()) {} }
`,
  };
  const typesOf = await openTypes(files);
  expect(await typesOf({ symbol: "Layer" })).toEqual(["A", "~B", "C", "D", "E", "F"].toSorted());
  expect(await typesOf({ symbol: "E", direction: "supertypes" })).toEqual(["Layer"]);
});

test("JavaScript: what CommonJS modules hand on", async () => {
  const files = {
    "store.js": "class Store {}\nmodule.exports = { Store };\n",
    "index.js": 'exports.store = require("./store");\nexports.Base = require("./store").Store;\n',
    "all.js": 'module.exports = { store: require("./store"), Root: require("./store").Store };\n',
    "main.js": `const lib = require("./index");
const all = require("./all");
class A extends lib.store.Store {}
class B extends lib.Base {}
class C extends require("./store").Store {}
class D extends all.store.Store {}
class E extends all.Root {}
`,
  };
  const typesOf = await openTypes(files);
  expect(await typesOf({ symbol: "Store" })).toEqual(["A", "B", "C", "D", "E"]);
  expect(await typesOf({ symbol: "B", direction: "supertypes" })).toEqual(["Store"]);
});

test("a type has other names in every language that gives them", async () => {
  const files = {
    "a.kt":
      "open class KBase\ntypealias KAlias = KBase\nclass KOne : KAlias()\nclass KTwo { companion object : KBase() }\n",
    "a.cs": "namespace Lib { class CsBase<T> {} }\n",
    "b.cs": "using B0 = Lib.CsBase<int>;\nclass CsOne : B0 {}\n",
    "a.hpp":
      "class CppBase {}; using Al = CppBase; typedef CppBase Td;\nclass CppOne : public Al {}; class CppTwo : Td {};\n",
    "a.swift":
      "protocol SBase {}\ntypealias SAlias = SBase & Sendable\nstruct SOne: SAlias {}\nprotocol STwo where Self: SBase {}\n",
    "a.scala": "class ScBase\nobject O { type Al = ScBase }\nclass ScOne extends O.Al\n",
    "a.rb":
      "class RbBase; end\nRbAlias = RbBase\nclass RbOne < RbAlias; end\nRbTwo = Class.new(RbBase) { def go; end }\n",
    "a.rs": "pub trait RsBase {}\ntrait RsOne where Self: RsBase + Sized {}\n",
    "a.php":
      "<?php\nnamespace A;\ntrait PhpBase {}\nclass PhpOne { use PhpBase; function f() {} }\nclass PhpTwo { use \\A\\PhpBase { go as gone; } }\n",
  };
  const typesOf = await openTypes(files);
  const below: Record<string, readonly string[]> = {};
  for (const base of ["KBase", "CsBase", "CppBase", "SBase", "ScBase", "RbBase", "RsBase", "PhpBase"])
    below[base] = await typesOf({ symbol: base });
  expect(below).toMatchInlineSnapshot(`
    {
      "CppBase": [
        "CppTwo",
        "~CppOne",
      ],
      "CsBase": [
        "CsOne",
      ],
      "KBase": [
        "KOne",
        "KTwo",
      ],
      "PhpBase": [
        "PhpOne",
        "PhpTwo",
      ],
      "RbBase": [
        "RbOne",
        "~RbTwo",
      ],
      "RsBase": [
        "RsOne",
      ],
      "SBase": [
        "SOne",
        "STwo",
      ],
      "ScBase": [
        "ScOne",
      ],
    }
  `);
});

test("types of other languages do not extend each other, but for one platform", async () => {
  const files = {
    "a.rs": "pub trait Base {}\npub struct S;\nimpl crate::Base for S {}\n",
    "a.php": "<?php\nabstract class Base {}\nclass P extends \\Base {}\n",
    "b/Base.java": "package b;\npublic class Base {}\n",
    "b/K.kt": "package b\nclass K : Base()\n",
  };
  const typesOf = await openTypes(files);
  expect(await typesOf({ symbol: "Base", path: "a.rs" })).toEqual(["~S"]);
  expect(await typesOf({ symbol: "Base", path: "a.php" })).toEqual(["P"]);
  expect(await typesOf({ symbol: "Base", path: "b/Base.java" })).toEqual(["K"]);
});

test("as many levels as are asked for", async () => {
  const kit = await openKit({ "a.py": "class A: pass\nclass B(A): pass\nclass C(B): pass\n" });
  const rows = async (input: object) =>
    (await kit.read("hierarchy", { symbol: "A", ...input })).split("\n").filter((line) => /a\.py:[23]/.test(line));
  expect(await rows({})).toEqual(["B a.py:2", " C a.py:3"]);
  expect(await rows({ depth: 1 })).toEqual(["B a.py:2"]);
});
