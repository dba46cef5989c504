import { expect, test } from "vitest";
import { type MoveCase, runMoves, typeErrors } from "../../../../test/support/move-cases.ts";

const tsconfig = JSON.stringify({
  compilerOptions: {
    module: "preserve",
    moduleResolution: "bundler",
    target: "esnext",
    strict: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    jsx: "preserve",
    allowJs: true,
    types: [],
    resolveJsonModule: true,
    noUncheckedSideEffectImports: true,
  },
});

const cases: readonly MoveCase[] = [
  {
    title: "every way to import is updated, in the way it was written",
    files: {
      "lib/old.ts": `import { b } from "./b";\nexport const a = b;\nexport type A = string;\nexport default a;\n`,
      "lib/b.ts": `export const b = 1;\n`,
      "user.ts": `import d, { a } from "./lib/old";
import type { A } from './lib/old.js';
import * as all from "./lib/old.ts";
import "./lib/old";
export * from "./lib/old";
export { a as again, type A as Again } from "./lib/old";
export const later = () => import("./lib/old");
export let t: import("./lib/old").A = "";
export let q: typeof import("./lib/old");
/** @see {import("./lib/old").A} */
export const used: [typeof d, typeof a, A, typeof all.a] = [a, a, "", a];
`,
      "lib/deep/inner.ts": `export { a } from "../old";\n`,
      "lib/near.ts": `export { a } from './old'\n`,
    },
    path: "lib/old.ts",
    to: "other/new.ts",
    after: {
      "lib/old.ts": null,
      "other/new.ts": `import { b } from "../lib/b";\nexport const a = b;\nexport type A = string;\nexport default a;\n`,
      "user.ts": `import d, { a } from "./other/new";
import type { A } from './other/new.js';
import * as all from "./other/new.ts";
import "./other/new";
export * from "./other/new";
export { a as again, type A as Again } from "./other/new";
export const later = () => import("./other/new");
export let t: import("./other/new").A = "";
export let q: typeof import("./other/new");
/** @see {import("./other/new").A} */
export const used: [typeof d, typeof a, A, typeof all.a] = [a, a, "", a];
`,
      "lib/deep/inner.ts": `export { a } from "../../other/new";\n`,
      "lib/near.ts": `export { a } from '../other/new'\n`,
    },
  },
  {
    title: "a name that only begins like it, and one in a string, stay",
    files: {
      "one.ts": `export const one = 1;\n`,
      "one-more.ts": `export const more = 1;\n`,
      "use.ts": `import { more } from "./one-more";\nimport { one } from "./one";\nexport const text = "./one";\nexport const both = [one, more];\n`,
    },
    path: "one.ts",
    to: "two.ts",
    after: {
      "one.ts": null,
      "two.ts": `export const one = 1;\n`,
      "use.ts": `import { more } from "./one-more";\nimport { one } from "./two";\nexport const text = "./one";\nexport const both = [one, more];\n`,
    },
    says: ["Not changed", "use.ts:3"],
  },
  {
    title: "an index that is imported by its directory goes on being so",
    files: {
      "shop/index.ts": `export { price } from "./price";\n`,
      "shop/price.ts": `import type {} from ".";\nexport const price = 1;\n`,
      "shop/deep/cart.ts": `export { price } from "..";\n`,
      "main.ts": `export { price } from "./shop";\nexport { price as p } from "./shop/index";\n`,
    },
    path: "shop/index.ts",
    to: "store/index.ts",
    after: {
      "shop/index.ts": null,
      "store/index.ts": `export { price } from "../shop/price";\n`,
      "shop/price.ts": `import type {} from "../store";\nexport const price = 1;\n`,
      "shop/deep/cart.ts": `export { price } from "../../store";\n`,
      "main.ts": `export { price } from "./store";\nexport { price as p } from "./store/index";\n`,
    },
  },
  {
    title: "an index that becomes a file of another name",
    files: { "lib/index.ts": `export const x = 1;\n`, "m.ts": `export { x } from "./lib";\n` },
    path: "lib/index.ts",
    to: "lib/core.ts",
    after: {
      "lib/index.ts": null,
      "lib/core.ts": `export const x = 1;\n`,
      "m.ts": `export { x } from "./lib/core";\n`,
    },
  },
  {
    title: "into a directory that is there, with CRLF and a component",
    files: {
      "a/view.tsx": `import { n } from "../n";\r\nexport const View = () => n;\r\n`,
      "n.ts": `export const n = 1;\r\n`,
      "b/keep.ts": `export {};\n`,
      "use.tsx": `import { View } from "./a/view";\r\nexport const v = View;\r\n`,
      "c.vue": `<template><View /></template>\n<script lang="ts">\nimport { View } from "./a/view";\nexport default { components: { View } };\n</script>\n`,
    },
    path: "a/view.tsx",
    to: "b",
    after: {
      "a/view.tsx": null,
      "b/view.tsx": `import { n } from "../n";\r\nexport const View = () => n;\r\n`,
      "use.tsx": `import { View } from "./b/view";\r\nexport const v = View;\r\n`,
      "c.vue": `<template><View /></template>\n<script lang="ts">\nimport { View } from "./b/view";\nexport default { components: { View } };\n</script>\n`,
    },
  },
  {
    title: "CommonJS, mocks and URLs",
    files: {
      "tool.js": `module.exports = require("./dep.js");\n`,
      "dep.js": `module.exports = 1;\n`,
      "t.test.js": `jest.mock("./tool", () => 1);\nconst t = require("./tool.js");\nnew URL("./tool.js", import.meta.url);\nmodule.exports = t;\nvar jest;\n`,
    },
    path: "tool.js",
    to: "x/tool.js",
    after: {
      "tool.js": null,
      "x/tool.js": `module.exports = require("../dep.js");\n`,
      "t.test.js": `jest.mock("./x/tool", () => 1);\nconst t = require("./x/tool.js");\nnew URL("./x/tool.js", import.meta.url);\nmodule.exports = t;\nvar jest;\n`,
    },
  },
  {
    title: "an import that may mean two files is refused",
    files: { "p.ts": `export const p = 1;\n`, "p.js": `export const p = 2;\n`, "u.ts": `export { p } from "./p";\n` },
    path: "p.ts",
    to: "r.ts",
    refused: "cannot_prove",
    says: ["u.ts:1"],
  },
  {
    title: "a path that is taken is refused",
    files: { "one.ts": `export {};\n`, "two.ts": `export {};\n` },
    path: "one.ts",
    to: "two.ts",
    refused: "exists",
  },
  {
    title: "aliases, documents and settings are named and left",
    files: {
      "src/deep/thing.ts": `export const thing = 1;\n`,
      "src/a.ts": `// @ts-nocheck\nimport { thing } from "@/deep/thing";\nexport const t = thing;\n`,
      "README.md": "See `src/deep/thing.ts`.\n",
      "build.json": `{ "entry": "src/deep/thing.ts" }\n`,
    },
    path: "src/deep/thing.ts",
    to: "src/thing.ts",
    after: { "src/deep/thing.ts": null, "src/thing.ts": `export const thing = 1;\n` },
    says: ["src/a.ts:2", "README.md:1 docs", "build.json:1 config"],
  },
  {
    title: "data that code imports by its path",
    files: { "d/data.json": `{"a":1}\n`, "u.ts": `import data from "./d/data.json";\nexport const a = data.a;\n` },
    path: "d/data.json",
    to: "e/values.json",
    after: {
      "d/data.json": null,
      "e/values.json": `{"a":1}\n`,
      "u.ts": `import data from "./e/values.json";\nexport const a = data.a;\n`,
    },
  },
];

test("files of JavaScript and TypeScript move with every import, and the compiler agrees", async () => {
  const kit = await runMoves(cases, { shared: { "tsconfig.json": tsconfig } });
  expect(await typeErrors(kit.root)).toBe("");
});
