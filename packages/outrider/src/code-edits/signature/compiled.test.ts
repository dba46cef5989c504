import { expect, test } from "vitest";
import { openSignatureKit, type SignatureKit } from "./signature.test-kit.ts";

/** Where the language's own tool is on this machine, it has to find the project as fine as before. */
function expectFine({ judge }: SignatureKit, program: string, ...args: readonly string[]): void {
  expect(judge(program, ...args) ?? "fine").toBe("fine");
}

test("Go: parameters that share a type, an interface, and calls with a list", async () => {
  const kit = await openSignatureKit({
    "go.mod": "module shop\n\ngo 1.21\n",
    "shop.go": `package shop

type Keeper interface {
	Keep(key string, a, b int) int
}

type Store struct{}

func (s *Store) Keep(key string, a, b int) int { return a + b }

func Sum(a, b int, more ...string) int { return a - b + len(more) }

func Use(k Keeper, s *Store, all []string) int {
	return k.Keep("a", 1, 2) + s.Keep("b", 3, 4) + Sum(1, 2, "x", "y") + Sum(Sum(1, 2), 3, all...)
}
`,
  });
  const parameters = ["b", "a", { code: "c string", argument: '"c"' }, "more"];
  expect(await kit.change({ symbol: "Sum", parameters })).toContain("1 declaration and 3 calls");
  expect(kit.text("shop.go")).toContain("func Sum(b, a int, c string, more ...string) int");
  expect(kit.text("shop.go")).toContain('Sum(2, 1, "c", "x", "y") + Sum(3, Sum(2, 1, "c"), "c", all...)');
  expectFine(kit, "go", "vet", "./...");
  await kit.undo();
  const keep = { symbol: "Keeper/Keep", parameters: ["key", { code: "c int", argument: "0" }, "a", "b"] };
  expect(await kit.change(keep)).toMatch(/^tool_error cannot_prove: [^]*shop\.go:9 func \(s \*Store\) Keep/);
  expect(await kit.change({ ...keep, unproven: "include" })).toContain("2 declarations and 2 calls");
  expect(kit.text("shop.go")).toContain("Keep(key string, c int, a, b int) int\n");
  expectFine(kit, "go", "vet", "./...");
});

test("Java: overloads are told apart, constructors call each other, Javadoc follows", async () => {
  const kit = await openSignatureKit({
    "Store.java": `class Store {
    private final int size;
    /**
     * Makes.
     * @param size how big
     * @param name its name
     */
    Store(int size, String name) { this.size = size; }
    Store() { this(1, "a"); }
    int keep(String key, int limit) { return limit + size; }
    int keep(String key) { return keep(key, 3); }
    static int twice(int a) { return a * 2; }
}
class Deep extends Store {
    Deep() { super(2, "deep"); }
    @Override int keep(String key, int limit) { return super.keep(key, limit + 1); }
}
class Main {
    public static void main(String[] args) {
        Store store = new Store(1, "x");
        System.out.println(store.keep("a", 2) + store.keep("b") + Store.twice(Store.twice(4)));
    }
}
`,
  });
  const by = [
    { code: "int by", argument: "2" },
    { name: "a", code: "int value" },
  ];
  expect(await kit.change({ symbol: "Store/twice", parameters: by })).toContain("1 declaration and 2 calls");
  expect(kit.text("Store.java")).toContain("static int twice(int by, int value) { return value * 2; }");
  expect(kit.text("Store.java")).toContain("Store.twice(2, Store.twice(2, 4))");
  expectFine(kit, "javac", "-d", "out", "Store.java");
  await kit.undo();
  expect(await kit.change({ symbol: "Store", parameters: ["size"] })).toMatch(/^tool_error ambiguous_symbol: /);
  expect(await kit.change({ symbol: "Store/Store[0]", parameters: ["size"] })).toContain("1 declaration and 3 calls");
  expect(kit.text("Store.java")).not.toContain("@param name");
  expectFine(kit, "javac", "-d", "out", "Store.java");
  await kit.undo();
  const keep = { symbol: "Store/keep[0]", parameters: ["limit", "key"], unproven: "include" };
  expect(await kit.change(keep)).toContain("2 declarations and 3 calls");
  expect(kit.text("Store.java")).toContain("int keep(String key) { return keep(3, key); }");
  expectFine(kit, "javac", "-d", "out", "Store.java");
});

test("Rust: calls in macros, through the type, and a trait with what implements it", async () => {
  const kit = await openSignatureKit({
    "main.rs": `struct Store { size: i32 }

trait Keep {
    fn keep(&self, key: &str, limit: i32) -> i32;
}

impl Keep for Store {
    fn keep(&self, key: &str, limit: i32) -> i32 { self.size + limit + key.len() as i32 }
}

impl Store {
    fn make(size: i32) -> Store { Store { size } }
    fn add(&mut self, by: i32) -> i32 { self.size += by; self.size }
}

fn twice(a: i32, b: i32) -> i32 { a * b }

fn main() {
    let mut store = Store::make(3);
    println!("{}", store.keep("a", 2));
    println!("{} {}", twice(1, 2), twice(twice(3, 4), 5));
    assert_eq!(twice(2, 1), 2);
    store.add(1);
    Store::add(&mut store, 2);
}
`,
  });
  const check = ["--edition", "2021", "--emit=metadata", "-o", "out.rmeta", "main.rs"];
  const parameters = [{ code: "_by: i32", argument: "1" }, "b", { name: "a", code: "first: i32" }];
  expect(await kit.change({ symbol: "twice", parameters })).toContain("1 declaration and 4 calls");
  expect(kit.text("main.rs")).toContain("twice(1, 5, twice(1, 4, 3))");
  expectFine(kit, "rustc", ...check);
  const add = { symbol: "Store/add", parameters: [{ code: "_times: i32", argument: "1" }, "by"], unproven: "include" };
  expect(await kit.change(add)).toContain("1 declaration and 2 calls");
  expect(kit.text("main.rs")).toContain("store.add(1, 1);\n    Store::add(&mut store, 1, 2);");
  expect(await kit.change({ symbol: "Keep/keep", parameters: ["limit", "key"], unproven: "include" })).toContain(
    "2 declarations and 1 call",
  );
  expectFine(kit, "rustc", ...check);
});

test("C: prototype and definition change together, wherever the caller begins", async () => {
  const kit = await openSignatureKit({
    "shop.h": `#ifndef SHOP_H
#define SHOP_H
/**
 * @param a one
 * @param b two
 */
int add(int a, int b);
int none(void);
#endif
`,
    "shop.c": `#include "shop.h"

int add(int a, int b) { return a + b; }
int none(void) { return add(1, 2); }
`,
    "main.c": `#include "shop.h"

int main(void) { return add(add(1, 2), none()) + none(); }
`,
  });
  const check = ["-fsyntax-only", "-Wall", "-Werror", "shop.c", "main.c"];
  const parameters = ["b", { code: "const char *name", argument: '"n"' }, { name: "a", code: "int first" }];
  expect(await kit.change({ symbol: "add", path: "shop.c", parameters })).toContain(
    "2 declarations and 3 calls in 3 files",
  );
  expect(kit.text("shop.h")).toContain(" * @param first one\n");
  expect(kit.text("shop.h")).toContain("int add(int b, const char *name, int first);");
  expect(kit.text("main.c")).toContain('add(none(), "n", add(2, "n", 1))');
  expectFine(kit, "gcc", ...check);
  await kit.undo();
  const more = { symbol: "none", path: "shop.c", parameters: [{ code: "int x", argument: "0" }] };
  expect(await kit.change(more)).toContain("2 declarations and 2 calls in 3 files");
  expectFine(kit, "gcc", ...check);
  expect(await kit.change({ ...more, parameters: [] })).toContain("2 declarations and 2 calls");
  expect(kit.text("shop.c")).toContain("int none(void)");
  expectFine(kit, "gcc", ...check);
});

test("C++: a default stands in the prototype alone, and values that are made without a name are not passed over", async () => {
  const kit = await openSignatureKit({
    "shop.hpp": `#pragma once
namespace shop {
class Store {
public:
    explicit Store(int size);
    int keep(int key, int limit = 3) const;
    int keep(const char *other) const;
private:
    int size_;
};
int twice(int a);
}
`,
    "shop.cpp": `#include "shop.hpp"

namespace shop {
Store::Store(int size) : size_(size) {}
int Store::keep(int key, int limit) const { return size_ + limit + key; }
int Store::keep(const char *other) const { return other[0]; }
int twice(int a) { return a * 2; }
}
`,
    "main.cpp": `#include "shop.hpp"

int main() {
    shop::Store store(1);
    auto *other = new shop::Store(2);
    return store.keep(4, 2) + other->keep(5) + store.keep("a") + shop::twice(shop::twice(2));
}
`,
  });
  const check = ["-std=c++17", "-fsyntax-only", "shop.cpp", "main.cpp"];
  const by = { symbol: "twice", path: "shop.cpp", parameters: ["a", { code: "int by = 2" }] };
  expect(await kit.change(by)).toContain("2 declarations and 0 calls in 2 files");
  expect(kit.text("shop.hpp")).toContain("int twice(int a, int by = 2);");
  expect(kit.text("shop.cpp")).toContain("int twice(int a, int by) {");
  expectFine(kit, "g++", ...check);
  const make = { symbol: "Store/Store", path: "shop.hpp", parameters: ["size", { code: "int more", argument: "0" }] };
  expect(await kit.change(make)).toMatch(/^tool_error cannot_prove: [^]*values are also made by a declaration/);
  expect(await kit.change({ ...make, unproven: "include" })).toContain("2 declarations and 2 calls in 3 files");
  expect(kit.text("main.cpp")).toContain("shop::Store store(1, 0);\n    auto *other = new shop::Store(2, 0);");
  expectFine(kit, "g++", ...check);
});
