import { symlinkSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openKit } from "../../../../test/support/outrider-kit.ts";
import { type MoveCase, readAll, runMoves, typeErrors } from "../../../../test/support/move-cases.ts";

const tsconfig = JSON.stringify({
  compilerOptions: {
    module: "preserve",
    moduleResolution: "bundler",
    target: "esnext",
    strict: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
    noUnusedLocals: true,
    verbatimModuleSyntax: true,
  },
});

const cases: readonly MoveCase[] = [
  {
    title: "private helpers that only it uses go along, in their order, and are not exported",
    files: {
      "old.ts": `/** What a word is. */
type Word = string;

export const other = 1;

/** Every blank. */
const blanks = /\\s+/g;
const dash = "-";

/** Makes a slug. */
export function slug(text: Word): Word {
  return join(text.replace(blanks, dash));
}

function join(text: Word): Word {
  return text + tail();
}

/** The end. */
function tail(): Word {
  return dash;
}
`,
      "user.ts": `import { slug } from "./old.ts";\nexport const s = slug("a");\n`,
    },
    path: "old.ts",
    symbol: "slug",
    to: "slug.ts",
    after: {
      "old.ts": `export const other = 1;\n`,
      "slug.ts": `/** What a word is. */
type Word = string;

/** Every blank. */
const blanks = /\\s+/g;
const dash = "-";

/** Makes a slug. */
export function slug(text: Word): Word {
  return join(text.replace(blanks, dash));
}

function join(text: Word): Word {
  return text + tail();
}

/** The end. */
function tail(): Word {
  return dash;
}
`,
      "user.ts": `import { slug } from "./slug.ts";\nexport const s = slug("a");\n`,
    },
    says: ["Word, blanks, dash, join, tail went along: nothing else uses them."],
  },
  {
    title: "a helper that both use goes along if the old file needs what moved: no circle",
    files: {
      "old.ts": `const hidden = /x/g;\n\nexport function shown(text: string): string {\n  return escape(text).replace(hidden, "");\n}\n\nexport function escape(text: string): string {\n  return text.replace(hidden, "y");\n}\n`,
    },
    path: "old.ts",
    symbol: "escape",
    to: "escape.ts",
    after: {
      "old.ts": `import { escape, hidden } from "./escape.ts";\n\nexport function shown(text: string): string {\n  return escape(text).replace(hidden, "");\n}\n`,
      "escape.ts": `export const hidden = /x/g;\n\nexport function escape(text: string): string {\n  return text.replace(hidden, "y");\n}\n`,
    },
    says: ["hidden went along and is exported from"],
  },
  {
    title: "a helper that both use stays and is exported if the old file does not need what moved",
    files: {
      "old.ts": `/** Twice. */\nfunction twice(n: number): number {\n  return n * two;\n}\n\nconst two = 2;\n\nexport const four = () => twice(two);\n\nexport const six = () => twice(3);\n`,
    },
    path: "old.ts",
    symbol: "six",
    to: "six.ts",
    after: {
      "old.ts": `/** Twice. */\nexport function twice(n: number): number {\n  return n * two;\n}\n\nconst two = 2;\n\nexport const four = () => twice(two);\n`,
      "six.ts": `import { twice } from "./old.ts";\n\nexport const six = () => twice(3);\n`,
    },
    says: ["twice stayed and is exported from"],
  },
  {
    title: "a counter that both give values to is not torn apart",
    files: {
      "old.ts": `let count = 0;\n\nexport function up() {\n  count += 1;\n}\n\nexport function down() {\n  count -= 1;\n}\n`,
    },
    path: "old.ts",
    symbol: "down",
    to: "new.ts",
    refused: "uses_private",
    says: ["count"],
  },
  {
    title: "what is exported by another name is named",
    files: { "old.ts": `const secret = 1;\nexport { secret as open };\nexport const f = () => secret;\n` },
    path: "old.ts",
    symbol: "f",
    to: "new.ts",
    refused: "uses_private",
    says: ["secret"],
  },
  {
    title: "a name of a helper that the other file has is refused",
    files: {
      "old.ts": `const size = 1;\nexport const f = () => size;\n`,
      "new.ts": `export const size = 2;\n`,
    },
    path: "old.ts",
    symbol: "f",
    to: "new.ts",
    refused: "name_taken",
  },
  {
    title: "an import is replaced where it stood, as it was written, or joined to one of that module",
    files: {
      "old.ts": `export const a = 1;\nexport const b = 2;\n`,
      "new.ts": `export const c = 3;\n`,
      "x.ts": `export const x = 1;\n`,
      "one.ts": `import { a } from './old.ts'\nimport { x } from './x.ts'\nexport const all = [a, x]\n`,
      "two.ts": `import { b, a } from "./old.ts";\nimport { x } from "./x.ts";\nexport const all = [a, b, x];\n`,
      "three.ts": `import { c } from "./new.ts";\nimport { a } from "./old.ts";\nimport { x } from "./x.ts";\nexport const all = [a, c, x];\n`,
      "four.ts": `import type { a as A } from "./old.ts";\nimport { x } from "./x.ts";\nexport const all = (it: typeof A) => [it, x];\n`,
      "five.ts": `export { a } from "./old.ts";\nexport { x } from "./x.ts";\n`,
    },
    path: "old.ts",
    symbol: "a",
    to: "new.ts",
    after: {
      "old.ts": `export const b = 2;\n`,
      "new.ts": `export const c = 3;\n\nexport const a = 1;\n`,
      "one.ts": `import { a } from './new.ts'\nimport { x } from './x.ts'\nexport const all = [a, x]\n`,
      "two.ts": `import { b } from "./old.ts";\nimport { a } from "./new.ts";\nimport { x } from "./x.ts";\nexport const all = [a, b, x];\n`,
      "three.ts": `import { c, a } from "./new.ts";\nimport { x } from "./x.ts";\nexport const all = [a, c, x];\n`,
      "four.ts": `import type { a as A } from "./new.ts";\nimport { x } from "./x.ts";\nexport const all = (it: typeof A) => [it, x];\n`,
      "five.ts": `export { a } from "./new.ts";\nexport { x } from "./x.ts";\n`,
    },
  },
];

test("helpers go along with a symbol of TypeScript, imports stay in their places, and the compiler agrees", async () => {
  const kit = await runMoves(cases, { shared: { "tsconfig.json": tsconfig } });
  expect(await typeErrors(kit.root)).toBe("");
});

const workspace = {
  "tsconfig.json": tsconfig,
  "packages/kit/package.json": '{ "name": "kit", "exports": { ".": "./src/index.ts", "./deep": "./src/deep.ts" } }\n',
  "packages/kit/src/index.ts": `export { describe, escape } from "./describe.ts";\nexport * from "./all.ts";\n`,
  "packages/kit/src/all.ts": `export * from "./deep.ts";\n`,
  "packages/kit/src/deep.ts": `export const deep = 1;\n`,
  "packages/kit/src/describe.ts": `export const describe = (text: string): string => text;\n\nexport const escape = (text: string): string => text;\n`,
  "packages/app/src/use.ts": `import { escape, deep } from "kit";\nexport const used = [escape("a"), deep];\n`,
};

function link(root: string): void {
  mkdirSync(join(root, "node_modules"));
  symlinkSync(join(root, "packages/kit"), join(root, "node_modules/kit"), "junction");
}

test("imports through the entry of a package stay as they are where its re-exports are rewritten", async () => {
  const kit = await openKit(workspace);
  link(kit.root);

  const moved = await kit.call("edit_code", {
    action: "move",
    path: "packages/kit/src/describe.ts",
    symbol: "escape",
    new_name: "packages/kit/src/escape.ts",
    wait: 0,
  });

  expect(moved).toMatchObject({ status: "ok" });
  expect(readAll(join(kit.root, "packages"))).toMatchObject({
    "kit/src/index.ts": `export { describe } from "./describe.ts";\nexport { escape } from "./escape.ts";\nexport * from "./all.ts";\n`,
    "app/src/use.ts": workspace["packages/app/src/use.ts"],
  });
  expect(await typeErrors(kit.root)).toBe("");
});

test("an entry that is the old file itself, or hands on what is not seen, keeps the symbol from moving", async () => {
  const kit = await openKit({
    ...workspace,
    "packages/app/src/use.ts": `import { deep } from "kit/deep";\nexport const used = deep;\n`,
  });
  link(kit.root);

  const moved = await kit.call("edit_code", {
    action: "move",
    path: "packages/kit/src/deep.ts",
    symbol: "deep",
    new_name: "packages/kit/src/new.ts",
    wait: 0,
  });

  expect(moved).toMatchObject({ status: "tool_error", error: { code: "cannot_prove" } });
});
