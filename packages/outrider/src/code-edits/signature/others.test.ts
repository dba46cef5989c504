import { expect, test } from "vitest";
import { openSignatureKit } from "./signature.test-kit.ts";

test("C#: named arguments, lists of any length, constructors and records", async () => {
  const kit = await openSignatureKit({
    "Shop.cs": `namespace Shop
{
    public interface IKeep { int Keep(string key, int limit = 3); }
    public class Store : IKeep
    {
        private readonly int size;
        /// <summary>Makes.</summary>
        /// <param name="size">how big</param>
        /// <param name="name">its name</param>
        public Store(int size, string name) { this.size = size; }
        public Store(string name) : this(1, name) { }
        public int Keep(string key, int limit = 3) { return size + limit; }
        public static int Twice(int a, params int[] more) { return a * 2; }
    }
    public class Deep : Store { public Deep() : base(2, "deep") { } }
    public record Point(int X, int Y);
    public static class Program
    {
        public static int Main()
        {
            Store store = new Store(1, name: "x");
            return store.Keep("a", limit: 2) + Store.Twice(3, 4, 5) + Store.Twice(a: 4);
        }
    }
}
`,
  });
  const by = {
    symbol: "Twice",
    parameters: [{ code: "int by", argument: "2" }, { name: "a", code: "int value" }, "more"],
  };
  expect(await kit.change(by)).toContain("1 declaration and 2 calls");
  expect(kit.text("Shop.cs")).toContain("Twice(int by, int value, params int[] more) { return value * 2; }");
  expect(kit.text("Shop.cs")).toContain("Store.Twice(2, 3, 4, 5) + Store.Twice(2, value: 4)");
  await kit.undo();
  const keep = ["key", { code: "bool strict", argument: "true" }, { name: "limit", code: "int most = 3" }];
  expect(await kit.change({ symbol: "IKeep/Keep", parameters: keep, unproven: "include" })).toContain(
    "2 declarations and 1 call",
  );
  expect(kit.text("Shop.cs")).toContain('store.Keep("a", true, most: 2)');
  await kit.undo();
  const make = { symbol: "Store/Store[0]", parameters: ["name"] };
  expect(await kit.change(make)).toMatch(/^tool_error still_used: [^]*this\.size = size/);
  const swap = { symbol: "Store/Store[0]", parameters: ["name", "size"], unproven: "include" };
  expect(await kit.change(swap)).toContain("1 declaration and 3 calls");
  expect(kit.text("Shop.cs")).toContain('new Store(size: 1, name: "x")');
  expect(kit.text("Shop.cs")).toContain('base("deep", 2)');
  expect(kit.text("Shop.cs")).toContain("this(name, 1)");
  expect(await kit.change({ symbol: "Point", parameters: ["X"] })).toMatch(/^tool_error declares_member: /);
});

test("Kotlin: names, a function behind the brackets, templates and primary constructors", async () => {
  const kit = await openSignatureKit({
    "shop.kt": `package shop

interface Keep {
    fun keep(key: String, limit: Int = 3): Int
}

open class Store(val size: Int, name: String = "x") : Keep {
    override fun keep(key: String, limit: Int): Int = size + limit
}

class Deep : Store(2, name = "deep")

fun twice(a: Int, vararg more: Int, then: () -> Unit = {}): Int {
    println("$a and \${a}")
    return a * 2
}

fun main() {
    val store = Store(1, "a")
    println(store.keep("a", limit = 2))
    println(twice(1, 2, 3) + twice(a = 4))
    twice(1) { println("x") }
}
`,
  });
  const by = [{ code: "by: Int", argument: "2" }, { name: "a", code: "first: Int" }, "more", "then"];
  expect(await kit.change({ symbol: "twice", parameters: by })).toContain("1 declaration and 3 calls");
  expect(kit.text("shop.kt")).toContain('println("$first and ${first}")\n    return first * 2');
  expect(kit.text("shop.kt")).toContain("println(twice(2, 1, 2, 3) + twice(2, first = 4))");
  expect(kit.text("shop.kt")).toContain('twice(2, 1) { println("x") }');
  await kit.undo();
  expect(await kit.change({ symbol: "twice", parameters: ["then", "a", "more"] })).toMatch(
    /^tool_error cannot_prove: [^]*the function behind its brackets/,
  );
  const make = ["size", { code: "kind: Int", argument: "0" }, "name"];
  expect(await kit.change({ symbol: "Store", parameters: make })).toContain("1 declaration and 2 calls");
  expect(kit.text("shop.kt")).toContain('class Deep : Store(2, 0, name = "deep")');
  await kit.undo();
  const keep = ["key", "limit", { code: "strict: Boolean = true" }];
  expect(await kit.change({ symbol: "Keep/keep", parameters: keep })).toContain("2 declarations and 0 calls");
  expect(kit.text("shop.kt")).toContain("override fun keep(key: String, limit: Int, strict: Boolean): Int");
});

test("PHP: variables of the body, strings, promoted parameters and functions within", async () => {
  const kit = await openSignatureKit({
    "shop.php": `<?php

class Store
{
    /**
     * @param int $size how big
     * @param string $name its name
     */
    public function __construct(private int $size, string $name = "x") { echo $name; }
}

class Deep extends Store
{
    public function __construct() { parent::__construct(2, name: "deep"); }
}

function twice(int $a, int ...$more): string { $b = $a; return "$a {$a}" . $b * 2; }
function outer(int $a): array { return array_map(function ($x) use ($a) { return $x + $a; }, [1]); }

$store = new Store(1);
echo twice(1, 2), twice(...[1, 2]), outer(2);
`,
  });
  const by = [{ code: "int $by", argument: "2" }, { name: "a", code: "int $first" }, "more"];
  expect(await kit.change({ symbol: "twice", parameters: by })).toContain("1 declaration and 2 calls");
  expect(kit.text("shop.php")).toContain(
    'function twice(int $by, int $first, int ...$more): string { $b = $first; return "$first {$first}" . $b * 2; }',
  );
  expect(kit.text("shop.php")).toContain("echo twice(2, 1, 2), twice(2, ...[1, 2]), outer(2);");
  await kit.undo();
  expect(await kit.change({ symbol: "outer", parameters: [{ name: "a", code: "int $first" }] })).toMatch(
    /^tool_error cannot_prove: [^]*a word in the body may mean a parameter/,
  );
  const make = ["size", { code: "string $kind", argument: '"k"' }, { name: "name", code: 'string $title = "x"' }];
  expect(await kit.change({ symbol: "Store", parameters: make })).toContain("1 declaration and 2 calls");
  expect(kit.text("shop.php")).toContain("     * @param string $title its name\n");
  expect(kit.text("shop.php")).toContain('parent::__construct(2, "k", title: "deep")');
  expect(kit.text("shop.php")).toContain('new Store(1, "k")');
});
