import { changeSignature, type CorruptionCase, inFile, over, overFiles, to } from "../case.ts";
import { written } from "../variants.ts";

const typescript = overFiles("typescript", {
  "shop.ts": `/**
 * Adds.
 * @param a one
 * @param b two
 */
export function add(a: number, b: number): number {
  return a + b; // a and b
}

export function greet(name: string, { loud = false } = {}, ...rest: string[]): string {
  const shown = { name };
  return [shown.name, String(loud), "name", ...rest].join(\` \${name} \`);
}
`,
  "use.ts": `import { add, greet } from "./shop.ts";

export const sums = [add(1, 2), add(add(3, 4), 5), \`\${add(6, 7)}\`];
export const long = add(
  8,
  9,
);
export const texts = [greet("a"), greet("b", { loud: true }, "c", "d")];
`,
  "other.ts": `function add(a: string, b: string): string {
  return a + b;
}
export const own = add("a", "b");
`,
});
const loose = over(
  "typescript",
  "loose.ts",
  `export function pick(a: number, b: number): number {
  return a - b;
}
const pair: [number, number] = [1, 2];
export const uses = [pick(...pair), pick.call(undefined, 1, 2), [1, 2].reduce(pick)];
`,
);
const python = overFiles("python", {
  "shop.py": `def total(a, b=2, *, c=3):
    """Adds.

    :param a: one
    :param b: two
    """
    return a + b + c
`,
  "main.py": `from shop import total

print(total(1), total(1, 5), total(1, b=6), total(a=1, c=2))
`,
});
const go = over(
  "go",
  "shop.go",
  `package shop

func sum(a, b int, more ...string) int { return a - b + len(more) }

func use(all []string) int { return sum(1, 2) + sum(sum(3, 4), 5, "x") + sum(6, 7, all...) }
`,
);
const java = over(
  "java",
  "Shop.java",
  `class Shop {
    static int twice(int a, int b) { return a * b; }
    static int use() { return twice(1, 2) + Shop.twice(twice(3, 4), 5); }
}
`,
);
const rust = over(
  "rust",
  "shop.rs",
  `fn twice(a: i32, b: i32) -> i32 { a * b }
fn run() { assert_eq!(twice(1, twice(2, 3)), 6); }
`,
);
const c = overFiles("c", {
  "shop.h": "int add(int a, int b);\n",
  "shop.c": '#include "shop.h"\nint add(int a, int b) { return a + b; }\n',
  "main.c": '#include "shop.h"\nint run(void) { return add(1, add(2, 3)); }\n',
});

const of = (symbol: string, ...parameters: readonly unknown[]) => changeSignature(symbol, parameters);

const plain: readonly CorruptionCase[] = [
  typescript.does(
    "a new first parameter reaches every call, also inside of calls and templates",
    { ...of("add", { code: "by: string", argument: '"x"' }, "a", "b"), path: "shop.ts" },
    [
      ...inFile("shop.ts", "add(a: number, b: number)", "add(by: string, a: number, b: number)"),
      ...inFile("use.ts", "add(1, 2), add(add(3, 4), 5)", 'add("x", 1, 2), add("x", add("x", 3, 4), 5)'),
      ...inFile("use.ts", "add(6, 7)", 'add("x", 6, 7)', "add(\n  8,", 'add(\n  "x",\n  8,'),
    ],
  ),
  typescript.does("parameters change places", { ...of("add", "b", "a"), path: "shop.ts" }, [
    ...inFile("shop.ts", "add(a: number, b: number)", "add(b: number, a: number)"),
    ...inFile("use.ts", "add(1, 2), add(add(3, 4), 5)", "add(2, 1), add(5, add(4, 3))", "add(6, 7)", "add(7, 6)"),
    ...inFile("use.ts", "  8,\n  9,", "  9,\n  8,"),
  ]),
  typescript.does(
    "a parameter of another name keeps the key of a shorthand, and texts stay",
    of("greet", { name: "name", code: "who: string" }, "{ loud = false }", "...rest"),
    [
      ...inFile("shop.ts", "greet(name: string", "greet(who: string", "{ name };", "{ name: who };"),
      ...inFile("shop.ts", "` ${name} `", "` ${who} `"),
    ],
  ),
  typescript.refuses("what the body uses does not go", { ...of("add", "a"), path: "shop.ts" }, "still_used"),
  typescript.refuses("a parameter that there is not", { ...of("add", "a", "z"), path: "shop.ts" }, "no_parameter"),
  typescript.refuses(
    "two expressions are no argument",
    { ...of("add", "a", "b", { code: "z: number", argument: "1, 2" }), path: "shop.ts" },
    "invalid_parameter",
  ),
  typescript.refuses(
    "code that ends the list is no parameter",
    { ...of("add", "a", "b", { code: "z: number) { return 1 } function other(q", argument: "1" }), path: "shop.ts" },
    "invalid_parameter",
  ),
  typescript.refuses(
    "code that ends the list is no argument",
    { ...of("add", "a", "b", { code: "z: number", argument: "1) + add(2, 3" }), path: "shop.ts" },
    "invalid_parameter",
  ),
  typescript.refuses(
    "a new parameter without an argument, while there are callers",
    { ...of("add", "a", "b", { code: "z: number" }), path: "shop.ts" },
    "cannot_prove",
  ),
  loose.refuses("spread, call and values are no calls to change", of("pick", "b", "a"), "cannot_prove"),
  python.does(
    "an argument by name stays one, and a new one comes before it",
    of("total", "a", { code: "d", argument: "0" }, "b", "c"),
    [
      ...inFile("shop.py", "total(a, b=2, *, c=3)", "total(a, d, b=2, *, c=3)"),
      ...inFile(
        "main.py",
        "total(1), total(1, 5), total(1, b=6), total(a=1, c=2)",
        "total(1, 0), total(1, 0, 5), total(1, 0, b=6), total(a=1, c=2, d=0)",
      ),
    ],
  ),
  python.does(
    "a parameter of another name changes where it is named",
    of("total", "a", { name: "b", code: "more=2" }, "c"),
    [
      ...inFile("shop.py", "total(a, b=2", "total(a, more=2", ":param b:", ":param more:", "a + b + c", "a + more + c"),
      ...inFile("main.py", "b=6", "more=6"),
    ],
  ),
  python.refuses("a required parameter behind one with a default", of("total", "b", "a", "c"), "invalid_parameter"),
  go.does("types that are shared stay shared", of("sum", "b", "a", "more"), [
    ...inFile(
      "shop.go",
      "sum(a, b int",
      "sum(b, a int",
      "sum(1, 2) + sum(sum(3, 4), 5,",
      "sum(2, 1) + sum(5, sum(4, 3),",
    ),
    ...inFile("shop.go", "sum(6, 7,", "sum(7, 6,"),
  ]),
  go.does(
    "a parameter between two that share a type",
    of("sum", "a", { code: "c string", argument: '"c"' }, "b", "more"),
    [
      ...inFile("shop.go", "sum(a, b int", "sum(a int, c string, b int", "sum(1, 2)", 'sum(1, "c", 2)'),
      ...inFile("shop.go", "sum(sum(3, 4), 5,", 'sum(sum(3, "c", 4), "c", 5,', "sum(6, 7,", 'sum(6, "c", 7,'),
    ],
  ),
  java.does("calls inside of calls", of("Shop/twice", "b", "a"), [
    ...inFile("Shop.java", "twice(int a, int b)", "twice(int b, int a)", "twice(1, 2)", "twice(2, 1)"),
    ...inFile("Shop.java", "Shop.twice(twice(3, 4), 5)", "Shop.twice(5, twice(4, 3))"),
  ]),
  rust.does(
    "calls in a macro",
    of("twice", "b", "a"),
    to("twice(a: i32, b: i32)", "twice(b: i32, a: i32)", "twice(1, twice(2, 3))", "twice(twice(3, 2), 1)"),
  ),
  c.does("a prototype changes with its definition", { ...of("add", "b", "a"), path: "shop.c" }, [
    ...inFile("shop.h", "add(int a, int b)", "add(int b, int a)"),
    ...inFile("shop.c", "add(int a, int b)", "add(int b, int a)"),
    ...inFile("main.c", "add(1, add(2, 3))", "add(add(3, 2), 1)"),
  ]),
];

/** The same over files whose bytes are other ones. */
export const signatures: readonly CorruptionCase[] = [
  ...plain,
  ...written(plain, "crlf"),
  ...written(plain.slice(0, 3), "bom and crlf"),
  ...written(plain.slice(0, 3), "utf-16le"),
];
