import { expect, test } from "vitest";
import { openSymbolsKit } from "../../../test/support/symbols-kit.ts";
import { superNames } from "./type-step.ts";

const files: Readonly<Record<string, string>> = {
  "a.ts":
    "export class A<T extends X> extends B<Y> implements I<T>, ns.J {}\ninterface K extends I<B> { m(): void }\nconst E = class extends B {};\n",
  "b.py": "class A(m.B, Generic[T], metaclass=M):  # C(D)\n    pass\nclass Z: pass\n",
  "C.java":
    "class A<T extends X> extends B implements I, x.J<Y> {}\nrecord R(X x) implements I {}\nsealed interface S extends I permits Q {}\nenum E implements I { X }\n",
  "d.rs":
    "trait T: Base + Other {}\nstruct S;\nimpl<X: Y> m::T<Z> for S where X: W {}\nimpl S {}\nimpl<'a> m::U for L<'a> {}\ntrait V: 'static + Base {}\n",
  "e.go": "package e\ntype I interface {\n\tM()\n\tJ // all of it\n\tio.K\n}\ntype S struct { B }\n",
  "f.cpp": "template<class T> class A : public B, private ns::C<X> {};\nstruct D final : B { };\n",
  "g.rb": "class A < M::B\n  include I\nend\n",
  "h.kt": "class A(val b: X) : B(1), I by b, J { }\n",
  "i.cs": "class A<T> : B, N.I<X> where T : Y { }\n",
  "j.php": "<?php\nclass A extends B implements I, \\N\\J { use T; }\n",
  "k.scala": "class A(x: X) extends B(x) with T[Y] { }\n",
  "l.swift": "class A: B, P { }\nextension A: Q where A: R {}\n",
  "m.dart": "class A extends B<X> with M implements I { }\n",
  "n.sol": "contract A is B, C(1) { }\n",
  "o.lua": "local A = {}\n",
};

test("the head of a type names what it is a kind of, in each language its own way", async () => {
  const { project, symbols } = await openSymbolsKit(files);
  const { signal } = new AbortController();
  const told: string[] = [];
  for (const [file, text] of Object.entries(files)) {
    const answer = await symbols.ofFile(await project.files.locate(file, "read"), { signal });
    for (const symbol of answer?.symbols ?? []) {
      const names = superNames(text, symbol, answer?.language ?? "");
      if (names.length === 0) continue;
      for (const { name, start } of names) expect(text.slice(start, start + name.length)).toBe(name);
      told.push(`${file} ${symbol.kind} ${symbol.path}: ${names.map(({ name }) => name).join(" ")}`);
    }
  }
  expect(told.join("\n")).toMatchInlineSnapshot(`
    "a.ts class A: B I J
    a.ts interface K: I
    a.ts class E: B
    b.py class A: B Generic
    C.java class A: B I J
    C.java class R: I
    C.java interface S: I
    C.java enum E: I
    d.rs trait T: Base Other
    d.rs impl S: T
    d.rs impl L: U
    d.rs trait V: Base
    e.go interface I: J K
    f.cpp class A: B C
    f.cpp struct D: B
    g.rb class A: B
    h.kt class A: B I J
    i.cs class A: B I
    j.php class A: B I J T
    k.scala class A: B T
    l.swift class A: B P
    l.swift impl A: Q
    m.dart class A: B M I
    n.sol class A: B C"
  `);
});
