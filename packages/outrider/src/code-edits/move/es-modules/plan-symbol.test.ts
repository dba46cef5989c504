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
    types: [],
    noUnusedLocals: true,
    verbatimModuleSyntax: true,
    experimentalDecorators: true,
  },
});

const cases: readonly MoveCase[] = [
  {
    title: "to a file that is made, with its doc comment, imports and users",
    files: {
      "old.ts": `import { join } from "./paths";
import { one, two } from "./numbers";
import type { Shape } from "./shapes";

export const base = 1;

/** Adds. */
export function add(shape: Shape): number {
  return join(base, one, shape.size);
}

export function other(): number {
  return two + one;
}
`,
      "paths.ts": `export const join = (...all: number[]) => all.length;\n`,
      "numbers.ts": `export const one = 1;\nexport const two = 2;\n`,
      "shapes.ts": `export interface Shape {\n  size: number;\n}\n`,
      "user.ts": `import { add, other } from "./old";\nexport const x = [add, other];\n`,
      "alias.ts": `import { add as plus } from './old'\nexport const y = plus\n`,
      "barrel.ts": `export { add, other as another } from "./old";\n`,
      "all.ts": `export * from "./old";\n`,
      "far.ts": `import { add } from "./all";\nexport const z = add;\n`,
    },
    path: "old.ts",
    symbol: "add",
    to: "lib/sums.ts",
    after: {
      "old.ts": `import { one, two } from "./numbers";

export const base = 1;

export function other(): number {
  return two + one;
}
`,
      "lib/sums.ts": `import { join } from "../paths";
import { one } from "../numbers";
import type { Shape } from "../shapes";
import { base } from "../old";

/** Adds. */
export function add(shape: Shape): number {
  return join(base, one, shape.size);
}
`,
      "user.ts": `import { other } from "./old";\nimport { add } from "./lib/sums";\nexport const x = [add, other];\n`,
      "alias.ts": `import { add as plus } from './lib/sums'\nexport const y = plus\n`,
      "barrel.ts": `export { other as another } from "./old";\nexport { add } from "./lib/sums";\n`,
      "all.ts": `export * from "./old";\nexport { add } from "./lib/sums";\n`,
    },
  },
  {
    title: "what its old file still uses is imported there, and exported where it is now",
    files: {
      "old.ts": `function twice(n: number) {\n  return n * 2;\n}\n\nexport function four() {\n  return twice(2);\n}\n`,
      "new.ts": `export const x = 1;\n`,
    },
    path: "old.ts",
    symbol: "twice",
    to: "new.ts",
    after: {
      "old.ts": `import { twice } from "./new.ts";\n\nexport function four() {\n  return twice(2);\n}\n`,
      "new.ts": `export const x = 1;\n\nexport function twice(n: number) {\n  return n * 2;\n}\n`,
    },
  },
  {
    title: "a type is imported as one, and names join an import that is there",
    files: {
      "old.ts": `import { type A, b } from "./dep.ts";\n\nexport interface Kept {\n  a: A;\n}\n\nexport interface Moved {\n  a: A;\n  kept: Kept;\n}\n\nexport const v: Moved | number = b;\n`,
      "dep.ts": `export type A = string;\nexport const b = 1;\nexport const c = 2;\n`,
      "new.ts": `import { c } from "./dep.ts";\n\nexport const d = c;\n`,
      "user.ts": `import type { Moved, Kept } from "./old.ts";\nimport { v, type Moved as M } from "./old.ts";\nexport const all: [Moved?, Kept?, M?] = [];\nexport const w = v;\n`,
    },
    path: "old.ts",
    symbol: "Moved",
    to: "new.ts",
    after: {
      "old.ts": `import { type A, b } from "./dep.ts";\nimport type { Moved } from "./new.ts";\n\nexport interface Kept {\n  a: A;\n}\n\nexport const v: Moved | number = b;\n`,
      "new.ts": `import { c } from "./dep.ts";\nimport type { A } from "./dep.ts";\nimport type { Kept } from "./old.ts";\n\nexport const d = c;\n\nexport interface Moved {\n  a: A;\n  kept: Kept;\n}\n`,
      "user.ts": `import type { Kept } from "./old.ts";\nimport type { Moved, Moved as M } from "./new.ts";\nimport { v } from "./old.ts";\nexport const all: [Moved?, Kept?, M?] = [];\nexport const w = v;\n`,
    },
  },
  {
    title: "the target had imported it, and joins values into a list of several lines",
    files: {
      "old.ts": `import {\n  p,\n  q,\n} from "./pq.js";\n\nexport const useP = () => p;\nexport const useQ = () => q;\n`,
      "pq.ts": `export const p = 1;\nexport const q = 2;\nexport const r = 3;\n`,
      "new.ts": `import { useP } from "./old.js";\nimport {\n  q,\n  r,\n} from "./pq.js";\n\nexport const all = () => [useP(), q, r];\n`,
    },
    path: "old.ts",
    symbol: "useP",
    to: "new.ts",
    after: {
      "old.ts": `import {\n  q,\n} from "./pq.js";\n\nexport const useQ = () => q;\n`,
      "new.ts": `import {\n  q,\n  r,\n  p,\n} from "./pq.js";\n\nexport const all = () => [useP(), q, r];\n\nexport const useP = () => p;\n`,
    },
  },
  {
    title: "overloads move together, an export list gives the name up",
    files: {
      "old.ts": `function read(a: string): string;\nfunction read(a: number): number;\nfunction read(a: unknown) {\n  return a as never;\n}\n\nconst kept = 1;\n\nexport { kept, read };\n`,
      "use.ts": `import { read } from "./old";\nexport const s: string = read("");\n`,
    },
    path: "old.ts",
    symbol: "read",
    to: "new.ts",
    after: {
      "old.ts": `const kept = 1;\n\nexport { kept };\n`,
      "new.ts": `export function read(a: string): string;\nexport function read(a: number): number;\nexport function read(a: unknown) {\n  return a as never;\n}\n`,
      "use.ts": `import { read } from "./new";\nexport const s: string = read("");\n`,
    },
  },
  {
    title: "CRLF, decorators, a default and a namespace import, and elements",
    files: {
      "old.tsx": `import D from "./d";\r\nimport * as ns from "./ns";\r\n\r\nexport const keep = 1;\r\n\r\n@ns.mark\r\nexport class View {\r\n  draw() {\r\n    return <D a={ns.n} />;\r\n  }\r\n}\r\n`,
      "d.tsx": `declare global { namespace JSX { interface Element {} interface IntrinsicElements { [name: string]: object } } }\nexport default function D(_: { a: number }): JSX.Element {\n  return <p />;\n}\n`,
      "ns.ts": `export const n = 1;\nexport const mark = (_: unknown) => {};\n`,
    },
    path: "old.tsx",
    symbol: "View",
    to: "v/view.tsx",
    after: {
      "old.tsx": `export const keep = 1;\r\n`,
      "v/view.tsx": `import D from "../d";\r\nimport * as ns from "../ns";\r\n\r\n@ns.mark\r\nexport class View {\r\n  draw() {\r\n    return <D a={ns.n} />;\r\n  }\r\n}\r\n`,
    },
  },
  {
    title: "a name that a function has for itself is not taken for the file's",
    files: {
      "old.ts": `const hidden = 1;\nexport const shown = hidden;\n\nexport function f(hidden: number) {\n  const shown = hidden;\n  return shown;\n}\n`,
    },
    path: "old.ts",
    symbol: "f",
    to: "new.ts",
    after: {
      "old.ts": `const hidden = 1;\nexport const shown = hidden;\n`,
      "new.ts": `export function f(hidden: number) {\n  const shown = hidden;\n  return shown;\n}\n`,
    },
  },
  {
    title: "functions that need each other's files are moved with a note",
    files: {
      "old.ts": `export function a() {\n  return b();\n}\n\nexport function b(): number {\n  return a();\n}\n`,
    },
    path: "old.ts",
    symbol: "a",
    to: "new.ts",
    after: {
      "old.ts": `import { a } from "./new.ts";\n\nexport function b(): number {\n  return a();\n}\n`,
      "new.ts": `import { b } from "./old.ts";\n\nexport function a() {\n  return b();\n}\n`,
    },
    says: ["import each other"],
  },
  {
    title: "values that would be read in a circle are refused",
    files: { "old.ts": `export class Base {}\n\nexport class Sub extends Base {}\n\nexport const one = new Sub();\n` },
    path: "old.ts",
    symbol: "Sub",
    to: "new.ts",
    refused: "circular",
  },
  {
    title: "a namespace import that uses it is refused with its place",
    files: {
      "old.ts": `export const a = 1;\nexport const b = 2;\n`,
      "u.ts": `import * as m from "./old";\nexport const x = m.a;\n`,
    },
    path: "old.ts",
    symbol: "a",
    to: "new.ts",
    refused: "cannot_prove",
    says: ["u.ts:2"],
  },
  {
    title: "a namespace import that uses others is fine",
    files: {
      "old.ts": `export const a = 1;\nexport const b = 2;\n`,
      "u.ts": `import * as m from "./old";\nexport const x = m.b;\n`,
    },
    path: "old.ts",
    symbol: "a",
    to: "new.ts",
    after: { "old.ts": `export const b = 2;\n`, "new.ts": `export const a = 1;\n` },
  },
  {
    title: "a name that is declared there",
    files: { "old.ts": `export const a = 1;\n`, "new.ts": `export const a = 2;\n` },
    path: "old.ts",
    symbol: "a",
    to: "new.ts",
    refused: "name_taken",
  },
  {
    title: "a global that the target has a name for of its own",
    files: {
      "old.ts": `export const a = () => parseInt("1");\n`,
      "new.ts": `export const parseInt = (_: string) => 2;\n`,
    },
    path: "old.ts",
    symbol: "a",
    to: "new.ts",
    refused: "name_taken",
  },
  {
    title: "a default export",
    files: { "old.ts": `export default function run() {}\n` },
    path: "old.ts",
    symbol: "run",
    to: "new.ts",
    refused: "cannot_prove",
  },
  {
    title: "one of two in a statement",
    files: { "old.ts": `export const a = 1,\n  b = 2;\n` },
    path: "old.ts",
    symbol: "a",
    to: "new.ts",
    refused: "cannot_prove",
  },
  {
    title: "a value that others set",
    files: { "old.ts": `export let count = 0;\nexport function up() {\n  count += 1;\n}\n` },
    path: "old.ts",
    symbol: "count",
    to: "new.ts",
    refused: "cannot_prove",
  },
  {
    title: "a type that is imported by a call",
    files: { "old.ts": `export type T = 1;\nexport type U = 2;\n`, "u.ts": `export let t: import("./old").T;\n` },
    path: "old.ts",
    symbol: "T",
    to: "new.ts",
    refused: "cannot_prove",
  },
];

test("symbols of TypeScript move with all that follows from it, and the compiler agrees", async () => {
  const kit = await runMoves(cases, { shared: { "tsconfig.json": tsconfig } });
  expect(await typeErrors(kit.root)).toBe("");
});
