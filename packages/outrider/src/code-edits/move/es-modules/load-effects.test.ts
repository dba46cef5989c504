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
    types: [],
  },
});

const shared = `const key = "k";\n\nexport function f() {\n  return key;\n}\n\nexport function g() {\n  return key;\n}\n`;
const alone = `import { key } from "./a.js";\n\nexport function f() {\n  return key;\n}\n`;
const opened = `export const key = "k";\n\nexport function g() {\n  return key;\n}\n`;

const cases: readonly MoveCase[] = [
  {
    title: "a helper that would be exported through a star into a file that has another one of its name",
    files: {
      "a.ts": shared,
      "b.ts": `export * from "./a.js";\n`,
      "c.ts": `export * from "./b.js";\nexport * from "./d.js";\n`,
      "d.ts": `export const key = 2;\n`,
      "u.ts": `import { key } from "./c.js";\nexport const used = key;\n`,
    },
    path: "a.ts",
    symbol: "f",
    to: "n.ts",
    refused: "name_taken",
    says: ["c.ts:1"],
  },
  {
    title:
      "a star that no other file of the name passes through is fine, and import paths are spelled as in the importers",
    files: {
      "a.ts": shared,
      "d.ts": `export const key = 2;\n`,
      "u.ts": `import { g } from "./a.js";\nexport const used = g;\n`,
    },
    path: "a.ts",
    symbol: "f",
    to: "n.ts",
    after: { "a.ts": opened, "n.ts": alone },
  },
  {
    title: "effects of the old file that an importer no longer loads are told",
    files: {
      "a.ts": `import "./poly.js";\n\nReflect.set(globalThis, "reg", 1);\n\nexport function f() {\n  return 1;\n}\n\nexport const g = 2;\n`,
      "poly.ts": `Reflect.set(globalThis, "poly", 1);\nexport {};\n`,
      "u.ts": `import { f } from "./a.js";\nexport const used = f;\n`,
      "both.ts": `import { f, g } from "./a.js";\nexport const used = [f, g];\n`,
    },
    path: "a.ts",
    symbol: "f",
    to: "n.ts",
    after: {
      "a.ts": `import "./poly.js";\n\nReflect.set(globalThis, "reg", 1);\n\nexport const g = 2;\n`,
      "n.ts": `export function f() {\n  return 1;\n}\n`,
      "u.ts": `import { f } from "./n.js";\nexport const used = f;\n`,
      "both.ts": `import { g } from "./a.js";\nimport { f } from "./n.js";\nexport const used = [f, g];\n`,
    },
    says: [`/u.ts no longer imports`, `import "./poly.js";, Reflect.set(globalThis, "reg", 1);`],
  },
  {
    title: "a value that a call gives when the file is loaded is told",
    files: {
      "a.ts": `import { reg } from "./reg.js";\n\nexport const A = reg("a");\n\nexport const B = reg("b");\n`,
      "reg.ts": `export const order: string[] = [];\nexport const reg = (n: string) => order.push(n);\n`,
    },
    path: "a.ts",
    symbol: "A",
    to: "n.ts",
    after: {
      "a.ts": `import { reg } from "./reg.js";\n\nexport const B = reg("b");\n`,
      "n.ts": `import { reg } from "./reg.js";\n\nexport const A = reg("a");\n`,
    },
    says: ["A: the code that sets it runs when"],
  },
];

test("what a move changes about loading is told, and exports that would clash are refused", async () => {
  const kit = await runMoves(cases, { shared: { "tsconfig.json": tsconfig } });
  expect(await typeErrors(kit.root)).toBe("");
});
