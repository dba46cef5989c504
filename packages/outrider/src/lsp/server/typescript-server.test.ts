import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { installed, signal, startKit } from "./server.test-kit.ts";
import { uriOf } from "./uri.ts";

const none = { added: [], changed: [], removed: [] };
const start = { line: 0, character: 16 };

const files = {
  "tsconfig.json": "{}",
  "a.ts": "export function used() {\n  return 1;\n}\n",
  "b.ts": 'import { used } from "./a";\nused();\n',
};

test("TypeScript 7 finds references across files and definitions", async () => {
  const { server, references, ask, path } = await startKit({ ...installed("typescript"), files });
  await server.open([path("a.ts")], { signal });
  expect(await references("a.ts", start)).toEqual(["a.ts:1:16", "b.ts:1:9", "b.ts:2:0"]);
  expect(await ask("textDocument/definition", "b.ts", { line: 1, character: 0 })).toEqual(["a.ts:1:16"]);
  expect(server.phase().state).toBe("ready");
  expect(server.supports("textDocument/references")).toBe(true);
  expect(server.supports("textDocument/prepareTypeHierarchy")).toBe(false);
});

test("what changed on disk is seen after it was told, in open documents and in others", async () => {
  const { server, references, path, write } = await startKit({ ...installed("typescript"), files });
  await server.open([path("a.ts")], { signal });
  await references("a.ts", start);

  write({ "b.ts": 'import { used } from "./a";\n\n\nused();\n', "c.ts": 'import { used } from "./a";\n' });
  await server.tellChanges({ ...none, changed: [path("b.ts")], added: [path("c.ts")] });
  expect(await references("a.ts", start)).toEqual(["a.ts:1:16", "b.ts:1:9", "b.ts:4:0", "c.ts:1:9"]);

  write({ "a.ts": "\nexport function used() {}\n" });
  await server.tellChanges({ ...none, changed: [path("a.ts")] });
  expect(await references("a.ts", { line: 1, character: 16 })).toEqual([
    "a.ts:2:16",
    "b.ts:1:9",
    "b.ts:4:0",
    "c.ts:1:9",
  ]);

  rmSync(path("c.ts"));
  await server.tellChanges({ ...none, removed: [path("c.ts")] });
  expect(await references("a.ts", { line: 1, character: 16 })).toEqual(["a.ts:2:16", "b.ts:1:9", "b.ts:4:0"]);
});

test("an open document that is removed is closed", async () => {
  const { server, references, path } = await startKit({ ...installed("typescript"), files });
  await server.open([path("a.ts"), path("b.ts")], { signal });
  rmSync(path("b.ts"));
  await server.tellChanges({ ...none, removed: [path("b.ts")] });
  expect(server.openDocuments).toBe(1);
  expect(await references("a.ts", start)).toEqual(["a.ts:1:16"]);
});

test("no more documents are open than the limit allows, and answers stay complete", async () => {
  const users = Array.from({ length: 8 }, (_, index) => `user${index}.ts`);
  const text = 'import { used } from "./a";\n';
  const { server, references, path } = await startKit({
    ...installed("typescript"),
    files: { ...files, ...Object.fromEntries(users.map((name) => [name, text])) },
    limits: { maxOpenDocuments: 3 },
  });
  expect(await server.open([...users, "gone.ts", "a.ts"].map(path), { signal })).toEqual([path("gone.ts")]);
  expect(server.openDocuments).toBe(3);
  expect(await references("a.ts", start)).toHaveLength(3 + users.length);
});

test("names that every server encodes differently come back as the paths they are", async () => {
  const odd = "[id] (g)#1%20é@+.ts";
  const { server, references, path } = await startKit({
    ...installed("typescript"),
    files: {
      "tsconfig.json": "{}",
      [`sp ace/${odd}`]: files["a.ts"],
      "b.ts": `import { used } from "./sp ace/${odd.slice(0, -3)}";\n`,
    },
  });
  await server.open([path(`sp ace/${odd}`)], { signal });
  expect(await references(`sp ace/${odd}`, start)).toEqual(["b.ts:1:9", `sp ace/${odd}:1:16`]);
});

test("columns are counted in UTF-16 and lines by any line end", async () => {
  const text = "/* 🎉é */ export const used = 1;\r\n\r\n/* 🎉é */ used;\r\n";
  const { server, references, path } = await startKit({
    ...installed("typescript"),
    files: { "tsconfig.json": "{}", "a.ts": text },
  });
  await server.open([path("a.ts")], { signal });
  const column = text.indexOf("used");
  expect(await references("a.ts", { line: 0, character: column })).toEqual([`a.ts:1:${column}`, "a.ts:3:10"]);
});

test("errors of a file are told when they are asked for", async () => {
  const { server, path } = await startKit({
    ...installed("typescript"),
    files: { "tsconfig.json": "{}", "a.ts": 'const x: number = "";\n' },
  });
  await server.open([path("a.ts")], { signal });
  const uri = uriOf(path("a.ts"));
  const answer = await server.request("textDocument/diagnostic", { textDocument: { uri } }, { signal });
  expect(answer).toMatchObject({ kind: "full", items: [{ code: 2322 }] });
});
