import { describe, expect, it } from "vitest";
import { extractSymbols } from "../../syntax/extract/extract-symbols.ts";
import swift from "./index.ts";

async function read(text: string): Promise<{ broken: boolean; symbols: string[] }> {
  const found = await extractSymbols(swift, { file: "a.swift", text });
  if (found === undefined) throw new Error("It took too long.");
  for (const { name, nameSpan } of found.symbols) {
    expect(text.slice(nameSpan.start, nameSpan.end).replaceAll("`", "")).toBe(name);
  }
  return { broken: found.broken, symbols: found.symbols.map(({ kind, path }) => `${kind} ${path}`) };
}

describe("Swift beyond its grammar", () => {
  it.each([
    [
      "if and switch expressions",
      "func f(a: Bool) -> Int {\n  let b = if a { 1 } else { 2 }\n  return switch b { case 1: 2; default: 3 }\n}",
    ],
    [
      "macros",
      '@Test func f() async throws {\n  #expect(a == 1, "\\(b("c"))")\n  let p = #Predicate<A> { $0.b == 1 }\n}',
    ],
    [
      "conditional compilation",
      "func f() {\n  Text(a)\n    #if os(iOS)\n      .bold()\n    #else\n      .italic()\n    #endif\n    .padding()\n}",
    ],
    ["typed throws and ownership", "func f(_ a: consuming A, b: sending B) throws(MyError) -> any P {\n  try g()\n}"],
    ["raw strings", 'func f() {\n  g(#"a "quoted" \\b"#, ##"x"# y"##)\n}'],
    [
      "availability",
      "func f() {\n  if #available(iOS 26.0, *) { g() }\n  guard #unavailable(macOS 12) else { return }\n}",
    ],
  ])("%s", async (_, text) => {
    expect(await read(`${text}\nfunc after() {}\n`)).toEqual({
      broken: false,
      symbols: ["function f", "function after"],
    });
  });

  it.each([
    [
      "unsafe expressions",
      "func f() {\n  let a = unsafe b.c(1)\n  unsafe b.c()\n  return unsafe D(a)\n}",
      "function f",
    ],
    ["commas at the end", "func f<A,>(a: Int, ) -> Int {\n  g(a, )\n}", "function f"],
    ["arguments of attributes", "@_lifetime(borrow self)\nfunc f() {}", "function f"],
    [
      "macros that are declared",
      '@freestanding(expression)\npublic macro f() -> A = #externalMacro(module: "B", type: "C")',
      "function f",
    ],
    ["older modifiers", "struct A {\n  __consuming func f() {}\n}", "struct A, method A/f"],
    ["accessors", "struct A {\n  var a: Int {\n    borrow { b }\n    mutate { b }\n  }\n}", "struct A, property A/a"],
    [
      "numbers as types, two question marks",
      "struct A {\n  var a: InlineArray<4, Int>\n  func f() { g(nil as Int??) }\n}",
      "struct A, property A/a, method A/f",
    ],
    ["names with dollars", "func _$f() {\n  a._$b()\n}", "function _$f"],
    [
      "patterns",
      "func f() {\n  switch a {\n  case (b + 1)...c:\n    ()\n  case .min..<0, .done():\n    g()\n  default: break\n  }\n}",
      "function f",
    ],
    ["errors of a do", "func f() {\n  do throws(E) { try g() } catch {}\n}", "function f"],
    ["names that are modifiers elsewhere", "func f() {\n  prefix = a\n  return open(b)\n}", "function f"],
    ["keywords as members", "func f() {\n  g([.try, .await, .unsafe], to: 1)\n}", "function f"],
    ["a slash as an operator", "func f() {\n  g(a: /A.b, c: /A.c) {}\n}", "function f"],
    [
      "packs in parentheses, values of this file alone",
      "func f<each T>(_ a: repeat (each T)?) {\n  nonisolated(unsafe) let b = 1\n}",
      "function f",
    ],
  ])("%s", async (_, text, symbols) => {
    expect(await read(`${text}\nfunc after() {}\n`)).toEqual({
      broken: false,
      symbols: [...symbols.split(", "), "function after"],
    });
  });

  it("types and members of newer Swift", async () => {
    const text =
      "package struct Writer: ~Copyable {\n  nonisolated(unsafe) static var shared = 1\n  package consuming func write() {}\n}\nstruct `A suite` {\n  func `a test`() {}\n}\n";
    expect(await read(text)).toEqual({
      broken: false,
      symbols: [
        "struct Writer",
        "property Writer/shared",
        "method Writer/write",
        "struct A suite",
        "method A suite/a test",
      ],
    });
  });

  it("an error stays an error", async () => {
    expect((await read("func f() {\n  g((\n}\nfunc after() {}\n")).broken).toBe(true);
  });
});
