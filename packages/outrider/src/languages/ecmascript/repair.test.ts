import { expect, test } from "vitest";
import { extractSymbols } from "../../syntax/extract/extract-symbols.ts";
import { parseText } from "../../syntax/extract/parse-text.ts";
import typescript from "../typescript/index.ts";
import { repairTypescript } from "./repair.ts";

async function isBroken(text: string, { repair }: { readonly repair: boolean }): Promise<boolean | undefined> {
  const language = { ...typescript, repairs: repair ? [repairTypescript] : [] };
  return (await extractSymbols(language, { file: "a.ts", text }))?.broken;
}

test.each([
  ["variance", "interface Pull<out R, in A, in out B> {}"],
  ["call signatures below each other", "let a: {\n  (n: number): <A>(a: A) => B<A>\n  <A>(a: A, n: number): B<A>\n}"],
  ["comments between signatures", "let a: {\n  <A>(a: A): A | B\n  /** `x` */\n  // y's\n  <A>(a: A, b: B): A\n}"],
  ["signatures behind a template", "let s = `${`{(`}`;\nlet a: {\n  (n: number): <A>(a: A) => A\n  <A>(a: A): A\n}"],
  ["accessors", "class A { static accessor a: string; private accessor #b = 2 }"],
  ["types that are exported from elsewhere", 'export type * from "a";\nexport type * as B from "b";'],
  ["modules that are loaded later", 'import defer * as A from "a";'],
  ["attributes of an export", 'export { a } from "./a.json" with { type: "json" };'],
  ["an imported type as the type of a call", 'const a = load<typeof import("a")>();'],
  ["an imported type with types of its own", 'let a: import("a").A<string>;'],
  ["escapes in a type", "type A = `a \\` ${string} \\n`;"],
  ["a parameter that is called like a type", "declare const a: { b: (any) => void };"],
  ["the type of a value that is called like one", "let a: (typeof symbol)[], b: (typeof string.c)['d'];"],
  ["a function that is called using", "const a = () => using(async (b) => using<B>(b));\nexport { using };"],
  ["a value that is called using", "(using, a) => [using, ...using, using.a, a.using, using in a, using as B];"],
  ["what a loop disposes of", "for (using a of b) for (await using c of d) for await (using e of f) {}"],
  ["keys of what is only read", "type A = { [K in keyof readonly any[]]?: boolean };"],
])("%s: the grammar trips, and does not over the repaired text", async (_, text) => {
  expect(repairTypescript(text)).toHaveLength(text.length);
  expect(await isBroken(text, { repair: false })).toBe(true);
  expect(await isBroken(text, { repair: true })).toBe(false);
});

test("words that only look like variance stay, and so does what is no code", () => {
  const text = 'f(a, out as B);\nconst out = x in y;\n// <in out A>\n"<in A>";\n/<in A>/.test(`<out A ${b} <in A>`);\n';
  expect(repairTypescript(text)).toBe(text);
});

test("a text that no repair helps is read as it was", async () => {
  const text = "function whole() {}\nclass Open<in A> {\n  method( {\n";
  const read = await extractSymbols(typescript, { file: "a.ts", text });
  expect(read?.broken).toBe(true);
  expect(read?.symbols.map(({ name }) => name)).toContain("whole");
});

test("a repaired text is left aside when it makes things worse", async () => {
  const language = { ...typescript, repairs: [(text: string) => text.replaceAll("f", "(")] };
  const read = await extractSymbols(language, { file: "a.ts", text: "function f() {}\nlet = = 1;\n" });
  expect(read?.symbols.map(({ name }) => name)).toContain("f");
});

test("the tree of a repaired text has the names that were written", async () => {
  const names = await parseText(typescript, "const a = () => using(b);", {}, ({ rootNode }) =>
    rootNode.descendantsOfType("identifier").map((node) => node?.text),
  );
  expect(names).toEqual(["a", "using", "b"]);
});
