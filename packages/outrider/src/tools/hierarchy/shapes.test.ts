import { expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";

/** The answer without the reason why no server was asked. */
async function read(files: Readonly<Record<string, string>>, ...inputs: readonly object[]): Promise<string> {
  const kit = await openKit(files);
  const texts: string[] = [];
  for (const input of inputs) texts.push(await kit.read("hierarchy", input));
  const why = /\nNo language server: language servers are switched off[^\n;]*settings(?:\.|; (.*))/g;
  return texts.join("\n").replaceAll(why, (_, rest: string | undefined) => (rest === undefined ? "" : `\n${rest}`));
}

test("TypeScript: objects and functions whose type is written, and what is not looked for", async () => {
  const files = {
    "store.ts": `export interface Store { get(key: string): string }
export class Disk implements Store { get(key: string) { return key; } }
export const memory: Store = { get: (key) => key };
export function openStore(): Store { return { get: (key) => key }; }
export const openLater = async (): Promise<Store> => openStore();
export const named = { a: {} as Store, b: [{ get: String }] satisfies Store[] };
export function declared(store: Store): void;
export let late: Store;
export class Holder { private readonly store: Store = { get: String }; make(): Store | undefined { return this.store; } }
`,
    "use.ts": `import type { Store as S } from "./store.ts";
const all: Record<string, S> = { one: { get: String } };
export const handler: { on(store: S): void } = { on() {} };
foo({ get: String } as S);
`,
    "else.ts": `interface Store { get(): void }
const other: Store = { get() {} };
`,
  };
  expect(await read(files, { symbol: "Store", path: "store.ts" }, { symbol: "Store/get", path: "store.ts" }))
    .toMatchInlineSnapshot(`
      "Subtypes of Store (store.ts:1), syntactic: 7 at level 1; ~ likely by name only.
      Disk store.ts:2
      memory store.ts:3 (object)
      openStore store.ts:4 (function)
      ~named store.ts:6 (object)
      Holder/store store.ts:9 (object)
      ~all use.ts:2 (object)
      (top of file) use.ts:4 (object)
      Returned by 2 functions, not counted: openLater store.ts:5, Holder/make store.ts:9.
      object literals that are passed where this type is expected were not searched.
      Implementations of Store/get (store.ts:1), syntactic: 7 at level 1; ~ likely by name only.
      Disk/get store.ts:2
      memory/get store.ts:3
      openStore store.ts:4 (function)
      ~named store.ts:6 (object)
      Holder/store store.ts:9 (object)
      ~all use.ts:2 (object)
      (top of file) use.ts:4 (object)
      Returned by 2 functions, not counted: openLater store.ts:5, Holder/make store.ts:9.
      object literals that are passed where this type is expected were not searched."
    `);
});

test("TypeScript: a type that nothing expects", async () => {
  const files = { "a.ts": "export interface A { x: number }\nexport const a: A = { x: 1 };\n" };
  expect(await read(files, { symbol: "A" })).toMatchInlineSnapshot(`
    "Subtypes of A (a.ts:1), syntactic: 1 at level 1.
    a a.ts:2 (object)"
  `);
});

test("Go: types that have the methods of an interface, also of those it embeds", async () => {
  const files = {
    "go.mod": "module example.com/m\n",
    "store/store.go": `package store
type Reader interface { Get(key string) string }
type Store interface {
	Reader
	Put(key, value string)
}
type Disk struct{}
func (d *Disk) Get(key string) string { return key }
`,
    "store/put.go": "package store\nfunc (d *Disk) Put(key, value string) {}\n",
    "other/other.go": `package other
type Disk struct{}
func (d Disk) Get(key string) string { return key }
func Put(key, value string) {}
`,
  };
  expect(await read(files, { symbol: "Store" }, { symbol: "Reader" }, { symbol: "Store/Put" })).toMatchInlineSnapshot(`
    "Subtypes of Store (store/store.go:3), syntactic: 1 at level 1; ~ likely by name only.
    ~Disk store/store.go:7 (has its members) (pointer only)
    types that get methods by embedding one of a library are not seen.
    Subtypes of Reader (store/store.go:2), syntactic: 3 at level 1; ~ likely by name only.
    Store store/store.go:3
    ~Disk other/other.go:2 (has its members)
    ~Disk store/store.go:7 (has its members) (pointer only)
    types that get methods by embedding one of a library are not seen.
    Implementations of Store/Put (store/store.go:5), syntactic: 1 at level 1; ~ likely by name only.
    ~Disk store/store.go:7 (has its members)
    types that get methods by embedding one of a library are not seen."
  `);
});

test("Go: a method with other numbers of parameters or results does not count, one of an embedded type does", async () => {
  const files = {
    "store.go": `package store
type Store interface {
	Get(key string) (string, error)
	Put(key string, value string) error
	Each(func(key string) error)
}
type Whole struct{ path string }
func (w *Whole) Get(key string) (string, error) { return key, nil }
func (w *Whole) Put(k, v string) error { return nil }
func (w *Whole) Each(visit func(string) error) {}
type OtherParameters struct{}
func (o OtherParameters) Get() (string, error) { return "", nil }
func (o OtherParameters) Put(k, v string) error { return nil }
func (o OtherParameters) Each(visit func(string) error) {}
type OtherResults struct{}
func (o OtherResults) Get(key string) string { return "" }
func (o OtherResults) Put(k, v string) error { return nil }
func (o OtherResults) Each(visit func(string) error) {}
type Part struct{ Extra int }
func (p *Part) Each(visit func(string) error) {}
func (p *Part) Put(k, v string) error { return nil }
`,
    "embed.go": `package store
type Embedding struct {
	*Whole // all of it
	name string
}
type Named struct{ Whole *Whole }
type Wrapper struct{ Store }
type Twice struct{ Embedding }
type Joined struct {
	Part
	key string
}
type Hiding struct{ *Whole }
func (h Hiding) Get() int { return 1 }
`,
    "joined.go": "package store\nfunc (j Joined) Get(key string) (a string, err error) { return j.key, nil }\n",
    "other/other.go": `package other
import "example.com/m/store"
type Away struct{ store.Whole }
type Whole struct{}
type Own struct{ Whole }
`,
  };
  expect(await read(files, { symbol: "Store" })).toMatchInlineSnapshot(`
    "Subtypes of Store (store.go:2), syntactic: 6 at level 1; ~ likely by name only.
    ~Embedding embed.go:2 (has its members)
    ~Wrapper embed.go:7 (has its members)
    ~Twice embed.go:8 (has its members)
    ~Joined embed.go:9 (has its members)
    ~Away other/other.go:3 (has its members)
    ~Whole store.go:7 (has its members) (pointer only)
    types that get methods by embedding one of a library are not seen."
  `);
});

test("Python: classes with the methods of a protocol", async () => {
  const files = {
    "store.py": `from typing import Protocol

class Store(Protocol):
    def get(self, key: str) -> str: ...
    def put(self, key: str, value: str) -> None: ...

class Named(Store):
    def get(self, key): return key
    def put(self, key, value): pass
`,
    "disk.py": `class Disk:
    def get(self, key): return key
    def put(self, key, value): pass

class Half:
    def get(self, key): return key
`,
  };
  expect(await read(files, { symbol: "Store" })).toMatchInlineSnapshot(`
    "Subtypes of Store (store.py:3), syntactic: 2 at level 1; ~ likely by name only.
    Named store.py:7
    ~Disk disk.py:1 (has its members)"
  `);
});

test("anonymous classes and lambdas", async () => {
  const java = `package p;
interface Shape { int area(); }
interface Both { int one(); int two(); }
class Use {
  Shape field = () -> 1;
  Shape given = new Shape() { public int area() { return 2; } };
  Both both = new Both() { public int one() { return 1; } public int two() { return 2; } };
  int take(Shape shape, Both both) { return shape.area(); }
}
`;
  const kotlin = `interface Shape { fun area(): Int }
val given = object : Shape { override fun area() = 1 }
fun make(): Shape = given
`;
  const scala = `trait Shape { def area: Int }
val given1 = new Shape { def area = 1 }
class Square extends Shape { def area = 2 }
`;
  const php = `<?php
interface Shape { function area(); }
$given = new class implements Shape { function area() {} };
`;
  const told = [];
  for (const [file, text] of Object.entries({ "p/Use.java": java, "a.kt": kotlin, "a.scala": scala, "a.php": php }))
    told.push(await read({ [file]: text }, { symbol: "Shape" }));
  told.push(await read({ "p/Use.java": java }, { symbol: "Both" }));
  expect(told.join("\n")).toMatchInlineSnapshot(`
    "Subtypes of Shape (p/Use.java:2), syntactic: 2 at level 1.
    Use/field p/Use.java:5 (lambda)
    Use/given p/Use.java:6 (anonymous class)
    lambdas that are passed where this type is expected were not searched.
    Subtypes of Shape (a.kt:1), syntactic: 1 at level 1.
    given a.kt:2 (anonymous class)
    Subtypes of Shape (a.scala:1), syntactic: 2 at level 1.
    Square a.scala:3
    given1 a.scala:2 (anonymous class)
    Subtypes of Shape (a.php:2), syntactic: 1 at level 1.
    given a.php:3 (anonymous class)
    Subtypes of Both (p/Use.java:3), syntactic: 1 at level 1.
    Use/both p/Use.java:7 (anonymous class)"
  `);
});

test("types in tests are marked, left out, or shown alone", async () => {
  const files = {
    "store.go":
      'package store\ntype Store interface { Get() string }\ntype Disk struct{}\nfunc (d Disk) Get() string { return "" }\n',
    "store_test.go": 'package store\ntype fake struct{}\nfunc (f fake) Get() string { return "" }\n',
    "lib.rs":
      "pub trait Load { fn load(&self); }\nstruct File;\nimpl Load for File { fn load(&self) {} }\nimpl<L: Load + ?Sized> Load for std::sync::Arc<L> { fn load(&self) {} }\nimpl<L: Load + ?Sized> Load for Box<L> { fn load(&self) {} }\nimpl<T> Drop for Box<T> {}\n#[cfg(test)]\nmod tests {\n    struct Fake;\n    impl super::Load for Fake { fn load(&self) {} }\n}\n",
    "port.ts": "export interface Port { get(): string }\nexport class Real implements Port { get() { return ''; } }\n",
    "port.test.ts":
      'import type { Port } from "./port.ts";\nconst fakePort = (): Port => ({ get: () => "" });\nfunction openTest(): Port { return fakePort(); }\n',
  };
  const [store, port] = [
    { symbol: "Store", path: "store.go" },
    { symbol: "Port", path: "port.ts" },
  ];
  expect(
    await read(files, store, { ...store, tests: "none" }, { ...store, tests: "only" }, { symbol: "Load" }, port, {
      ...port,
      tests: "none",
    }),
  ).toMatchInlineSnapshot(`
    "Subtypes of Store (store.go:2), syntactic: 2 at level 1; ~ likely by name only.
    ~Disk store.go:3 (has its members)
    ~fake store_test.go:2 (has its members) (test)
    types that get methods by embedding one of a library are not seen.
    Subtypes of Store (store.go:2), syntactic: 1 at level 1; ~ likely by name only.
    ~Disk store.go:3 (has its members)
    types that get methods by embedding one of a library are not seen.
    Subtypes of Store (store.go:2), syntactic: 1 at level 1; ~ likely by name only.
    ~fake store_test.go:2 (has its members)
    types that get methods by embedding one of a library are not seen.
    Subtypes of Load (lib.rs:1), syntactic: 4 at level 1.
    File lib.rs:2 impl :3
    Arc lib.rs:4 (impl)
    Box lib.rs:5 (impl)
    tests/Fake lib.rs:9 impl :10 (test)
    Subtypes of Port (port.ts:1), syntactic: 2 at level 1.
    Real port.ts:2
    fakePort port.test.ts:2 (function) (test)
    Returned by 1 function, not counted: openTest port.test.ts:3.
    Subtypes of Port (port.ts:1), syntactic: 1 at level 1.
    Real port.ts:2"
  `);
});

test("files with syntax errors that name the type are told", async () => {
  const files = {
    "a.ts": "export interface A { x(): void }\n",
    "b.ts": 'import { A } from "./a.ts";\nexport class B implements A { x() { if ( } }\nclass {{\n',
  };
  expect(await read(files, { symbol: "A" })).toContain("Files with syntax errors, may have more: b.ts.");
});

test("Go: a type that has a method only as a pointer is marked, also for what an interface embeds", async () => {
  const kit = await openKit({
    "a.go":
      "package a\n\ntype Closer interface{ Close() }\ntype Runner interface {\n\tCloser\n\tRun()\n}\ntype ByValue struct{}\n\nfunc (ByValue) Run() {}\nfunc (ByValue) Close() {}\n\ntype ByPointer struct{}\n\nfunc (ByPointer) Run() {}\nfunc (p *ByPointer) Close() {}\n",
  });
  const text = await kit.read("hierarchy", { symbol: "Runner" });
  expect(text.split("\n").filter((line) => line.includes(" a.go:") && line.includes("By"))).toEqual([
    "~ByValue a.go:8 (has its members)",
    "~ByPointer a.go:13 (has its members) (pointer only)",
  ]);
});

test("C++: mixins are found through template bases; what a template adds to its parameter is told as not seen", async () => {
  const kit = await openKit({
    "a.cc":
      "template <typename T> class Mixin {};\nclass A : public Mixin<A> {};\ntemplate <class Base> class Logged : public Base {};\nusing LoggedA = Logged<A>;\n",
  });
  expect(await kit.read("hierarchy", { symbol: "Mixin" })).toContain("\nA a.cc:2\n");
  expect(await kit.read("hierarchy", { symbol: "A" })).toContain("extends its own parameter");
});
