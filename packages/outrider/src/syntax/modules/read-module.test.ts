import { expect, test } from "vitest";
import type { ModuleFacts } from "../../languages/modules/module-facts.ts";
import { readModule } from "./read-module.ts";

async function read(file: string, text: string): Promise<ModuleFacts> {
  const facts = await readModule(file, text);
  if (facts === undefined) throw new Error("not read");
  return facts;
}

function usedIn({ uses }: ModuleFacts): readonly string[] {
  return [...new Set(uses.map(({ name, members }) => [name, ...members].join(".")))];
}

test("a name that a block declares means the outer one outside of that block", async () => {
  const facts = await read(
    "a.ts",
    "function f(p: number) {\n  if (p) { const x = 1; use(x); }\n  return x + p;\n}\nclass C<T> { m(a: T): T { return a; } }\n",
  );
  expect(usedIn(facts)).toEqual(["use", "x"]);
  expect(facts.declared.map(({ name }) => name)).toEqual(["f", "C"]);
});

test("parameters, patterns, type parameters and keys are no uses; defaults and types are", async () => {
  const text = `const f = ({ a, b: [c] = D }: T, ...r: U[]) => ({ a, key: c, r, s });
type M<V> = { [K in keyof V]: W<K> };
type I = X extends infer Q ? Q : m.N;
let g: (p: string) => p is Y; let t: [start: Z];
for (const i of list) i();
try { run(); } catch ({ message }) { message; }
enum E { A, B = A }
`;
  expect(usedIn(await read("a.ts", text))).toEqual([..."D T U s W X".split(" "), "m.N", ..."Y Z list run".split(" ")]);
});

test("every way to bring in and hand on is found with its names", async () => {
  const text = `import D, { a, type B as C } from "./x";
import type { T } from './t';
import * as m from "./m";
import "./side";
export * from "./e";
export * as ns from "./e2";
export { a as b, default as c } from "./e3";
export type { Y } from "./y";
export { a, D as default };
const l = () => import("./later");
const r = require("./r");
vi.mock("./mock");
declare module "./aug" {}
`;
  const { imports, exports } = await read("a.ts", text);
  const shown = imports.map(
    ({ source, form, isTypeOnly, isReexport, names }) =>
      `${isReexport ? "export " : ""}${isTypeOnly ? "type " : ""}${source} ${form === "later" ? "later" : names.map((each) => `${each.kind}:${each.name}:${each.local}${each.isTypeOnly ? ":type" : ""}`).join(",")}`,
  );
  expect(shown).toEqual([
    "./x default:default:D,named:a:a,named:B:C:type",
    "type ./t named:T:T",
    "./m module:*:m",
    "./side ",
    "export ./e all:*:*",
    "export ./e2 module:*:ns",
    "export ./e3 named:a:b,default:default:c",
    "export type ./y named:Y:Y",
    "./later later",
    "./r later",
    "./mock later",
    "./aug later",
  ]);
  expect(exports.map(({ name, as }) => `${name} as ${as}`)).toEqual(["a as a", "D as default"]);
});

test("what is assigned is told from what is read", async () => {
  const { uses } = await read("a.ts", "a = 1; b++; ({ c } = d); for (e of f) {} g.h = i; j += 1;");
  expect(uses.filter(({ isWritten }) => isWritten).map(({ name }) => name)).toEqual(["a", "b", "c", "e", "j"]);
});

test("Python: names of functions, classes and comprehensions stay inside", async () => {
  const text = `import os, pkg.mod as m, pkg.other
from .mod import x as y
from ..up import (
    a,
    b as c,
)
from q import *
def f(self, p=default, *args, k: "Quoted.Type" = 1, **kw) -> Ret:
    late = [i for i, (j, n) in many if i]
    with open(p) as (h, g): pass
    try: pass
    except Err as e: e
    match p:
        case Point(z=pz) | [q, *t]: pz
        case m.CONST: pass
    if (w := later()): w
    global G
    G = 1
    return os.path.join(late, key=args)
class A(Base):
    v = v
    w = 1
    u = w
    def n(self): return w
`;
  const facts = await read("a.py", text);
  expect(usedIn(facts)).toEqual(
    "default Quoted.Type Ret many open Err Point m.CONST later G os.path.join Base v w".split(" "),
  );
  expect(
    facts.imports.map(({ source, names }) => `${source} ${names.map(({ name, local }) => `${name}:${local}`).join()}`),
  ).toEqual(["os *:os", "pkg.mod *:m", "pkg.other *:pkg", ".mod x:y", "..up a:a,b:c", "q *:*"]);
});

test("Python: a default that is called like its parameter means what is outside", async () => {
  expect(usedIn(await read("a.py", "def f(os=os, t: T = T()):\n    return [x for x in x]\n"))).toEqual([
    "os",
    "T",
    "x",
  ]);
});
