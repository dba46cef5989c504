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
