import { expect, test } from "vitest";
import typescript from "../../languages/typescript/index.ts";
import { createKeptTrees } from "./kept-trees.ts";
import { loadGrammar } from "./load-grammar.ts";
import { parseText } from "./parse-text.ts";

test("a tree is given back for the same text only, and the oldest make room", async () => {
  const { parser } = await loadGrammar(typescript);
  const treeOf = (text: string) => {
    const tree = parser.parse(text);
    if (tree === null) throw new Error("It was not parsed.");
    return { text, seen: text, tree };
  };
  const trees = createKeptTrees(20);
  const first = treeOf("const a = 1;");
  trees.keep("typescript", first);
  expect(trees.take("typescript", "const a = 2;")).toBeUndefined();
  expect(trees.take("javascript", "const a = 1;")).toBeUndefined();
  expect(trees.take("typescript", "const a = 1;")).toBe(first);
  expect(trees.take("typescript", "const a = 1;")).toBeUndefined();
  trees.keep("typescript", first);
  trees.keep("typescript", treeOf("const b = 1;"));
  expect(trees.take("typescript", "const a = 1;")).toBeUndefined();
  const large = "const large = 'too large to keep';";
  trees.keep("typescript", treeOf(large));
  expect(trees.take("typescript", large)).toBeUndefined();
  expect(trees.take("typescript", "const b = 1;")?.tree.rootNode.text).toBe("const b = 1;");
});

test("a text that is parsed again has the same tree", async () => {
  const parse = (text: string) => parseText(typescript, text, { keep: true }, (tree) => tree);
  const one = await parse("export const a = 1;");
  expect(await parse("export const a = 1;")).toBe(one);
  const other = await parse("export const b = 1;");
  expect(other).not.toBe(one);
  expect(other?.rootNode.text).toBe("export const b = 1;");
});
