import { describe, expect, test } from "vitest";
import { inShellWords } from "../../src/cli/pipes/shell-words.ts";
import { openPipeKit, sampleFiles } from "./pipe-kit.ts";

const files = {
  ...sampleFiles,
  "src/Sum.java":
    "class Sum {\n  int add(int a) { return a; }\n  int add(String s) { return add(1); }\n  int go() { return add(2); }\n}\n",
  "src/both.ts":
    "export function both(a: string): void;\nexport function both(a: number): void;\nexport function both(a: unknown): void {\n  console.log(a);\n}\nboth(1);\n",
};

/** Each error names the argument as it was typed, and what was wrong with it. */
const errors: readonly (readonly [argv: readonly string[], says: string | RegExp])[] = [
  [["refs", "main", "--role", "bad"], "--role bad is unknown; choose call, import, type, write, value.\n"],
  [["refs", "main", "--tests", "x"], "--tests x is unknown; choose only, none.\n"],
  [["defs", "-k", "class, bad"], /^--kind bad is unknown; choose function, method, /],
  [["callers", "main", "--depth", "x"], "--depth x must be a whole number, from 1 on.\n"],
  [["impls", "Shape", "--depth", "-1"], "--depth -1 must be a whole number, from 1 on.\n"],
  [["callers", "main", "--depth", "99"], "--depth: expected a whole number from 1 to 5, got 99.\n"],
  [["outline", "src/use.ts", "--depth", "999"], "--depth: expected a whole number from 1 to 100, got 999.\n"],
  [["refs", ""], 'The argument "" is empty: it names nothing.\n'],
  [["outline", " "], 'The argument " " is empty: it names nothing.\n'],
  [["refs", "main", "--within", "/"], /is outside of the project.*another project is named with --project\./],
  [
    ["outline", "/"],
    /is outside of the project\. Paths are relative to its root; another project is named with --project\./,
  ],
  [["grep", "("], /To find the text as it stands, set --literal\.\n$/],
  [["grep", "x", "-t", "nope"], /or "md", or a --glob\.\n$/],
  [["rename", "main", "1x"], /^Expected NEW to be a name as TypeScript allows it/],
  [["rename", "openStore", "Store"], /or set --force where it is no clash\.\n$/],
  [["rename", "nope", "x"], 'There is no symbol "nope" in the project. outrider defs looks for names.\n'],
  [["rename", "main", "x", "--unproven", "y"], "--unproven y is unknown; choose leave, include.\n"],
  [
    ["rename", "Store/area", "size"],
    /--unproven include renames these places as well, "leave" leaves them; outrider refs shows what is known\.\n$/,
  ],
];

test("what is wrong is told in the words of the command line", async () => {
  const { run } = await openPipeKit(files);
  for (const [argv, says] of errors) {
    const { code, stdout, stderr } = await run(argv);
    const line = argv.join(" ");
    expect({ line, code, stdout }).toEqual({ line, code: 2, stdout: "" });
    expect(typeof says === "string" ? stderr === says : says.test(stderr), `${line}: ${stderr}`).toBe(true);
    expect(stderr, line).not.toMatch(/`[a-z_]+`|was not run/);
  }
});

test("code and names in an error stay as they are", () => {
  const message = 'There is no symbol "`path`". Set `path`.\n src/a.ts:1 the `symbol` in code\nGive `symbol`.';
  expect(inShellWords(message, "refs")).toBe(
    'There is no symbol "`path`". Set FILE#NAME.\n src/a.ts:1 the `symbol` in code\nGive NAME.',
  );
  expect(inShellWords('"/tmp/a" is no file. Give one of its files as path.', "refs")).toBe(
    '"/tmp/a" is no file. Give one of its files.',
  );
  expect(inShellWords("Took 5 s: ask again in a minute, or give `wait`.", "refs")).toBe(
    "Took 5 s: ask again in a minute.",
  );
});

describe("of several declarations of a name in one file", () => {
  test("the one that was asked for is told, and how to ask for another", async () => {
    const { run } = await openPipeKit(files);
    const first = await run(["calls", "add"]);
    expect(first).toMatchObject({ code: 2, stdout: "" });
    expect(first.stderr).toContain(
      "Incomplete: Sum/add has several declarations, and this is about Sum/add[0]. For another: src/Sum.java#Sum/add[1].\n",
    );
    const other = await run(["calls", "src/Sum.java#Sum/add[1]"]);
    expect(other.stdout).toMatch(/^src\/Sum\.java:2:/);
    expect(other.stderr).not.toContain("several declarations");
    expect((await run(["callers", "Sum/add"])).stderr).toContain("For another: src/Sum.java#Sum/add[1].");
    expect((await run(["refs", "Sum/add"])).stderr).toContain("Also declared: src/Sum.java:3.");
  });

  test("heads of one function are one", async () => {
    const { run } = await openPipeKit(files);
    const { code, stderr } = await run(["callers", "both"]);
    expect(code).toBe(0);
    expect(stderr).not.toContain("several declarations");
  });
});

test("a row is one line with the tabs of its text; what could move a cursor is escaped, in a pipe as well", async () => {
  const { run } = await openPipeKit({
    "src/tabs.ts":
      'export function tabs(): string {\n\treturn "a\tb";\n}\nexport const\tv\t= tabs();\t// \u001b[2J\u0007\u0085\n',
  });
  const row = "export const\tv\t= tabs();\t// \\u001b[2J\\u0007\\u0085\n";
  expect((await run(["refs", "tabs"])).stdout).toBe(`src/tabs.ts:4:18:${row}`);
  expect((await run(["callers", "tabs"])).stdout).toBe(`src/tabs.ts:4:18:${row}`);
  expect((await run(["grep", "v\t="])).stdout).toBe(`src/tabs.ts:4:14:${row}`);
  expect((await run(["body", "tabs"])).stdout).toBe('export function tabs(): string {\n\treturn "a\tb";\n}\n');
});
