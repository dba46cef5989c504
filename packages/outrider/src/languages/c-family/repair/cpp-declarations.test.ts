import { expect, it } from "vitest";
import { extractSymbols } from "../../../syntax/extract/extract-symbols.ts";
import cpp from "../../cpp/index.ts";
import { threadCpuMs } from "../../../workspace/time/thread-cpu.ts";

it.each([
  ["types in macros", "EXTERN_API(int) f(box *a, unsigned int b);", "function f"],
  [
    "pointers to types in macros",
    "int f(const Elf(Head) *a);\nclass A { const Elf(Head)* g(int a) const; };",
    "function f, class A, method A/g",
  ],
  [
    "nullability",
    "char* lib_nonnull parts::f(int a) { return b; }\nclass A { const char* _Nullable const b; };",
    "method parts/f, class A, property A/b",
  ],
  ["macros behind parameters", "constexpr T f(box<T> a LIFETIME_BOUND, int b GUARDED(c)) { return a; }", "function f"],
  ["launches of kernels", "void f() { k<a, b><<<c, d, 0, e>>>(g); k<<<1, 2>>>(g); }", "function f"],
  [
    "a macro behind the parameters of a lambda",
    "void f() { g(a, [&](T& b) LOCKED(c) { return h(b); }); }",
    "function f",
  ],
  ["references made with parentheses", "void f() { const std::string& a(b.c()); }", "function f"],
  ["words of a lambda", "void f() { auto a = [&] __device__ (const int b) { g(); }; }", "function f"],
  ["defaults of template parameters", "template <class P = const T*, Byte B = unsigned char> void f();", "function f"],
  [
    "macros around bodies",
    "struct aligned(32) A { int a; };\ntypedef struct { int a; } FAR B;",
    "struct A, property A/a, struct B, property B/a",
  ],
  ["expanded operators", "template <class... T> struct A : T... { using T::operator()...; };", "struct A"],
  ["calls behind a macro", "BENCHMARK_OF(f, uint8_t)->Range(1, 2)->Done();", ""],
  [
    "a macro on its own line before a type",
    "EXPORT_API\nstruct A;\nEXPORT_API\nstruct B { int b; };",
    "struct B, property B/b",
  ],
])("%s", async (_, text, symbols) => {
  const found = await extractSymbols(cpp, { file: "a.cpp", text: `${text}\nint after() { return 1; }\n` });
  expect(found?.broken).toBe(false);
  expect(found?.symbols.map(({ kind, path }) => `${kind} ${path}`).join(", ")).toBe(
    symbols === "" ? "function after" : `${symbols}, function after`,
  );
});

it("long lines are repaired in time", () => {
  for (const piece of ["A(b", "<<<", "T& a(", "[&] A (", "template <class A = const ", "} A b", "A(b)->c("]) {
    const count = 20_000 / piece.length;
    const text = `void f() {\n  ${piece.repeat(count)}${")".repeat(piece.endsWith("(") ? count : 0)}\n`;
    const before = threadCpuMs();
    for (const repair of cpp.repairs) expect(repair(text, text)).toHaveLength(text.length);
    expect(threadCpuMs() - before).toBeLessThan(10_000);
  }
});
