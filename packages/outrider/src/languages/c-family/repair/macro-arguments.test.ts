import { expect, it } from "vitest";
import { extractSymbols } from "../../../syntax/extract/extract-symbols.ts";
import c from "../../c/index.ts";
import { threadCpuMs } from "../../../workspace/time/thread-cpu.ts";

async function read(text: string): Promise<{ broken: boolean | undefined; symbols: string }> {
  const found = await extractSymbols(c, { file: "a.c", text });
  return {
    broken: found?.broken,
    symbols: found?.symbols.map(({ kind, path }) => `${kind} ${path}`).join(", ") ?? "",
  };
}

it.each([
  ["fields as arguments", "void f(void) { make(params(.size = 1, .next = g(2),)); }", "function f"],
  ["jumps as arguments", "void f(void) {\n  TRY(a, goto out);\n  EACH(b, continue);\nout:\n  g();\n}", "function f"],
  ["code of another language", "void f(void) {\n  SHADER(vec3 color;)\n  g();\n}", "function f"],
  ["empty arguments", "LIST_FUNCTIONS(map, , struct entry *);", ""],
  ["operators of two signs", "void f(void) { if (compare(&a, &b, >=)) g(); }", "function f"],
  ["macros without a space or semicolon", "static int f(int *a) { RETURN(g(a, 1)) }", "function f"],
  ["calls of macros that are joined", 'void f(void) { g(TIMES("a") TIMES("b"), 1); }', "function f"],
  ["text of assembly made by macros", 'void f(void) { asm volatile(SET("%0") :: "r"((int)a)); }', "function f"],
  ["statements as an argument", "void f(void) {\n  each(a, b, {\n    if (a) { g(a); }\n  });\n}", "function f"],
  ["prototypes in two parentheses", "extern int g __P((char *, int));", "function g"],
  ["a macro behind a pointer", "void f(void) { int *a SILENT(NULL); g(a); }", "function f"],
  ["a macro before a parameter", "TYPE *f(lib_unused OTHER *a)\n{\n  return 0;\n}", "function f"],
  ["a value whose name is in capitals", "static const struct point ORIGIN = {\n  { 1 }, 2\n};", "variable ORIGIN"],
  [
    "lists that a macro ends",
    "SEQUENCE(A) = {\n  FIELD(A, b),\n} SEQUENCE_END(A)\n\nFUNCTIONS_of(A)\n\nSEQUENCE(B) = {\n  FIELD(B, c),\n} SEQUENCE_END(B)\nint x;",
    "variable A, variable B, variable x",
  ],
  [
    "declaring macros without semicolons",
    "DEFINE_get_all(a, b)\nDEFINE_get_all(c, d)\nstatic DEFINE_of_LIST(e, f)\nstatic DEFINE_of_LIST(g, h)\nint x;",
    "variable x",
  ],
  ["functions that a macro names", 'SCRIPT(first, "text of it")\n{\n  f(1);\n}\nint x;', "function first, variable x"],
  [
    "directives among strings, and a file as a value",
    'const char *a = "a" "b"\n#ifdef C\n "c"\n#endif\n ;\nstatic const char b[] =\n#include "b.inc"\n;',
    "variable a, variable b",
  ],
])("%s", async (_, text, symbols) => {
  expect(await read(`${text}\nint after(void) { return 1; }\n`)).toEqual({
    broken: false,
    symbols: symbols === "" ? "function after" : `${symbols}, function after`,
  });
});

it("what a repair would break stays as it was", async () => {
  const text =
    "int one(void) {\n  EACH(a, b) { g(a); }\n}\nint two(void) { return ((; }\nint three(void) { return 3; }\n";
  expect((await read(text)).symbols).toBe("function one, function two, function three");
});

it("long lines are repaired in time", () => {
  for (const piece of ["f(", "A(.a = ", "static A(b)\n", "a, , ", "A (", "{", "} A(b)\n", 'asm("', "X Y "]) {
    const count = 20_000 / piece.length;
    const text = `void f(void) {\n  ${piece.repeat(count)}${")".repeat(piece.endsWith("(") ? count : 0)}\n`;
    const before = threadCpuMs();
    for (const repair of c.repairs) expect(repair(text, text)).toHaveLength(text.length);
    expect(threadCpuMs() - before).toBeLessThan(10_000);
  }
});
