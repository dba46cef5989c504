import { describe, expect, it } from "vitest";
import { extractSymbols } from "../../../syntax/extract/extract-symbols.ts";
import c from "../../c/index.ts";
import cpp from "../../cpp/index.ts";
import type { GrammarLanguage } from "../../language.ts";

/** Kind, path and line of each symbol, and whether the text has errors. Names must stand where they are said to be. */
async function read(language: GrammarLanguage, text: string): Promise<{ broken: boolean; symbols: string[] }> {
  const found = await extractSymbols(language, { file: `a.${language.extensions[0]}`, text });
  if (found === undefined) throw new Error("It took too long.");
  for (const { name, nameSpan, span } of found.symbols) {
    expect(text.slice(nameSpan.start, nameSpan.end)).toBe(name);
    expect(span.start).toBeLessThanOrEqual(nameSpan.start);
  }
  return {
    broken: found.broken,
    symbols: found.symbols.map(
      ({ kind, path, nameSpan }) => `${text.slice(0, nameSpan.start).split("\n").length} ${kind} ${path}`,
    ),
  };
}

const rows: readonly (readonly [what: string, language: GrammarLanguage, text: string, symbols: readonly string[]])[] =
  [
    [
      "an export macro in the head of a class",
      cpp,
      "template <typename Char> class FMT_API basic_cstring_view {\n public:\n  void f() const;\n};\nclass EXPORT_MACRO Foo : public Bar {};\nclass API ALIGNED(8) Both final {};",
      ["1 class basic_cstring_view", "3 method basic_cstring_view/f", "5 class Foo", "6 class Both"],
    ],
    [
      "lower-case macros before functions",
      cpp,
      "fast_inline static int one() noexcept { return 1; }\nfast_inline number_type number::two() const noexcept { return 2; }\ntemplate <class T> FORCE_INLINE auto& three(T& t) { return t; }",
      ["1 function one", "2 method number/two", "3 function three"],
    ],
    [
      "macros with blocks",
      cpp,
      'void f() {\n  SECTION("a") {\n    int x = 1;\n  }\n  FOREACH(a, b)\n    use(a);\n  SCOPE_EXIT { g(); };\n}\nint after();',
      ["1 function f", "9 function after"],
    ],
    [
      "signals and slots",
      cpp,
      "class A : public B {\n  Q_OBJECT\npublic slots:\n  void one();\nQ_SIGNALS:\n  void two();\n};\nvoid A::one() { emit two(); if (x) emit const_cast<A *>(this)->two(); }",
      ["1 class A", "4 method A/one", "6 method A/two", "8 method A/one"],
    ],
    [
      "expressions that the grammar does not know",
      cpp,
      'void f() {\n  auto a = [&]() NO_ANALYSIS { return decltype(b){}; };\n  char** c = new char*[3];\n  (d->*m)(1);\n  h(short{4}, typename T::type());\n  log("a" NAME "b");\n  auto e = LOCKED(mutex, return e);\n}\nvoid g(const A& a = {}, const char* const = nullptr);\nenum : long { One };',
      ["1 function f", "9 function g", "10 member One"],
    ],
    [
      "C++ keywords as names in a header of C",
      cpp,
      "int make(char *template, int class);\nint next(void);",
      ["1 function make", "2 function next"],
    ],
    [
      "types as arguments",
      c,
      "void f(va_list l) {\n  char *a = va_arg(l, char *);\n  struct s *b = alloc(0, struct s);\n  size_t d = va_arg(l, size_t);\n  e = cast(unsigned char, less(a, b, <));\n}\nint after(void) { return 1; }",
      ["1 function f", "7 function after"],
    ],
    [
      "directives in the middle of statements and lists",
      c,
      'static const char *names[] = {\n  "a",\n#ifdef B\n  "b",\n#endif\n#include "names.inc"\n};\nvoid f(int x) {\n  if (x) { one(); }\n#ifdef B\n  else if (x > 1) { two(); }\n#endif\n  else { three(); }\n}\nint after(void) { return 1; }',
      ["1 variable names", "8 function f", "15 function after"],
    ],
    [
      "macros as types, members and attributes",
      c,
      "struct s {\n  TAILQ_ENTRY(s) entry;\n  BIT(done);\n  int last;\n};\nenum e { OPTION(FIRST, 1), SECOND DEPRECATED(1) = 2 };\nstatic TAILQ_HEAD(, s) all = INIT(all);\nstatic void\ncb(__unused int fd, __unused const char *path)\n{\n}\nvoid printflike(1, 2) say(const char *f, ...);\nint (WINAPI *ptr)(int);",
      [
        "1 struct s",
        "2 property s/entry",
        "4 property s/last",
        "6 enum e",
        "6 member e/FIRST",
        "6 member e/SECOND",
        "7 variable all",
        "9 function cb",
        "12 function say",
        "13 variable ptr",
      ],
    ],
    [
      "macros as statements",
      c,
      'void f(void)\n{\n  UNITTEST_BEGIN\n\n  STEP(a, b)\n  STEP(c, d)\n  run_with_period(100) go();\n  option("x", OPT_CHOICE(a, {"no", 0}, {"yes", 1}));\n  DEBUG_ONLY(int y = 1);\n}\nint after(void) { return 1; }',
      ["1 function f", "11 function after"],
    ],
  ];

describe("C and C++ beyond their grammars", () => {
  it.each(rows)("%s", async (_, language, text, symbols) => {
    expect(await read(language, text)).toEqual({ broken: false, symbols });
  });

  it.each([
    ["a missing semicolon", c, "int f(void) {\n  int a = 1\n  return a;\n}\n"],
    ["a missing semicolon after a call", c, "void f(void) {\n  g(1)\n  h(2);\n}\n"],
    ["a brace too many", cpp, "void f() { g(); }\n}\nint x;\n"],
    ["an argument list that does not end", cpp, "void f() { g(1, 2; }\nint x;\n"],
  ])("%s stays an error", async (_, language, text) => {
    expect((await read(language, text)).broken).toBe(true);
  });

  it("branches outside of code all stay, whatever else is repaired", async () => {
    const text =
      "#define A 1\nstruct s { int x; }\n#if A\nint one(void);\n#else\nint two(void) { FOREACH(a) { } return va_arg(l, int); }\n#endif\n;";
    const { symbols } = await read(c, text);
    expect(symbols).toContain("4 function one");
    expect(symbols).toContain("6 function two");
  });

  it("a text with an error keeps the declarations around it", async () => {
    const text = "int one(void) { return 1; }\nint two(void) { return ((; }\nint three(void) { return 3; }\n";
    expect(await read(c, text)).toEqual({
      broken: true,
      symbols: ["1 function one", "2 function two", "3 function three"],
    });
  });
});
