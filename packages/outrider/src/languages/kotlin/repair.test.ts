import { expect, it } from "vitest";
import { extractSymbols } from "../../syntax/extract/extract-symbols.ts";
import kotlin from "./index.ts";
import { threadCpuMs } from "../../workspace/time/thread-cpu.ts";

it.each([
  ["interface A { fun f(): Int }", "interface A, method A/f"],
  [
    "class A { val x = 1 }\nclass B(val y: Int) { fun g() = y }",
    "class A, property A/x, class B, property B/y, method B/g",
  ],
  ["enum class E { A, B; fun f() = 1 }", "enum E, member E/A, member E/B, method E/f"],
  ['val a = object : B { override fun f() = 1 }\nval s = "${ a }"', "variable a, method a/f, variable s"],
])("declarations on one line: %s", async (text, told) => {
  const found = await extractSymbols(kotlin, { file: "a.kt", text });
  expect(found?.broken).toBe(false);
  expect(found?.symbols.map(({ kind, path }) => `${kind} ${path}`).join(", ")).toBe(told);
});

async function read(text: string): Promise<string> {
  const found = await extractSymbols(kotlin, { file: "a.kt", text });
  expect(found?.broken).toBe(false);
  return found?.symbols.map(({ kind, path }) => `${kind} ${path}`).join(", ") ?? "";
}

it.each([
  ["context parameters", "context(a: A, b: B<C>)\ninternal fun f() {}", "function f"],
  ["guards", "fun f(a: A) = when (a) {\n    is B if a.c() -> 1\n    else -> 2\n}", "function f"],
  ["strings with other marks", '@Named($$"a$b ${c}")\nfun f() {}', "function f"],
  ["suspending lambdas", "val a = listOf(suspend { b() }, { c() }).map { it() }", "variable a"],
  ["references to members of nullable types", "val a = f(b, String?::plus)", "variable a"],
  [
    "annotated setters",
    "class A {\n  var a: Int\n    get() = b\n    @Old set(value) { b = value }\n}",
    "class A, property A/a",
  ],
  [
    "annotated constructors on a line of their own",
    "value class A<out T>\n@Own internal constructor(@Own val a: Any?) {\n  val b = 1\n}",
    "class A, property A/a, property A/b",
  ],
  [
    "modifiers as names",
    "fun f() {\n  g(1, suspend = false)\n  h {\n    inline = true\n    by.write()\n  }\n}",
    "function f",
  ],
  [
    "a statement that begins with a reference",
    "fun f() {\n    fun g() {\n    }\n    ::g.start()\n}",
    "function f, function f/g",
  ],
])("%s", async (_, text, told) => {
  expect(await read(`${text}\nfun after() {}\n`)).toBe(`${told}, function after`);
});

it("long lines are repaired in time", async () => {
  const { kotlinRepairs } = await import("./repair.ts");
  for (const piece of ["if ", "suspend ", " ", "get() = @", '$$"""', "context(a", "inline =", "/*", "::"]) {
    const text = `fun f() {\n  ${piece.repeat(100_000 / piece.length)}\n`;
    const before = threadCpuMs();
    for (const repair of kotlinRepairs) expect(repair(text)).toHaveLength(text.length);
    expect(threadCpuMs() - before).toBeLessThan(5_000);
  }
});
