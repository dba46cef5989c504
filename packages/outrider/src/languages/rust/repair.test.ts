import { describe, expect, it } from "vitest";
import { extractSymbols } from "../../syntax/extract/extract-symbols.ts";
import rust from "./index.ts";

async function read(text: string): Promise<{ broken: boolean; symbols: string[] }> {
  const found = await extractSymbols(rust, { file: "a.rs", text });
  if (found === undefined) throw new Error("It took too long.");
  for (const { name, nameSpan } of found.symbols) expect(text.slice(nameSpan.start, nameSpan.end)).toBe(name);
  return { broken: found.broken, symbols: found.symbols.map(({ kind, path }) => `${kind} ${path}`) };
}

describe("Rust beyond its grammar", () => {
  it.each([
    ["a value called raw", "fn f(raw: u8) { g(&raw); let p = &raw const raw; h(& raw, 1) }\nfn after() {}"],
    ["a macro called like a type", 'fn f() { check(str!["1.43"], str![[r#"a "b""#]], u8!(1)) }\nfn after() {}'],
    ["async closures", "fn f() { g(async || 1, async move |x| x) }\nfn after() {}"],
    ["captures in a bound", "fn f<'a, T>(t: &'a T) -> impl Sized + use<'a, T> { t }\nfn after() {}"],
    ["let chains and C strings", 'fn f(x: Option<u8>) { if let Some(a) = x && a > 1 { g(c"x") } }\nfn after() {}'],
    [
      "attributes on fields of a pattern",
      'fn f(S { a, #[cfg(feature = "x")] b }: S) { let S { a, #[cfg(not(any(unix, feature = "y")))] b: _, #[allow(unused)] mut c } = s; }\nfn after() {}',
    ],
    ["raw strings with quotes inside", 'fn f(raw: u8) { g(r#"a " &raw" b"#, &raw) }\nfn after() {}'],
    ["raw strings and characters beside them", 'fn f(raw: u8) { g(r#"&raw"#, \'"\', "&raw", &raw) }\nfn after() {}'],
  ])("%s", async (_, text) => {
    expect(await read(text)).toEqual({ broken: false, symbols: ["function f", "function after"] });
  });

  it("safe functions of an unsafe extern block", async () => {
    const text = 'unsafe extern "C" {\n    pub safe fn sqrt(x: f64) -> f64;\n    fn free(p: *mut u8);\n}\n';
    expect(await read(text)).toEqual({ broken: false, symbols: ["function sqrt", "function free"] });
  });

  it("an error stays an error", async () => {
    expect((await read("fn f() { g(&raw, ; }")).broken).toBe(true);
  });
});
