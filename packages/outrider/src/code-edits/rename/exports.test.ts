import { expect, test } from "vitest";
import { openRenameKit } from "./rename.test-kit.ts";

/** Each case in a directory of its own; `foo` of `a.ts` shall be called `bar`. */
const cases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  both: {
    "b.ts": "export const bar = 2;\n",
    "index.ts": 'export * from "./a";\nexport * from "./b";\n',
    "c.ts": 'import { foo } from "./index";\nconsole.log(foo);\n',
  },
  apart: {
    "b.ts": "const bar = 2;\nexport { bar };\n",
    "index.ts": 'export * from "./a";\nexport * from "./b";\n',
  },
  own: { "index.ts": 'export * from "./a";\nexport const bar = 5;\n' },
  far: {
    "lib/index.ts": 'export * from "../a";\n',
    "top.ts": 'export * from "./lib";\nexport { z as bar } from "./z";\n',
    "z.ts": "export const z = 1;\n",
  },
  free: {
    "b.ts": "export const other = 2;\nconst bar = 1;\nconsole.log(bar);\n",
    "index.ts": 'export * from "./a";\nexport * from "./b";\n',
  },
  kept: {
    "a.ts": "export const foo = 1;\nexport { foo as default, foo as qux };\n",
    "b.ts": 'export { foo } from "./a";\nexport { default as D } from "./a";\n',
    "c.ts":
      'import D2, { foo as f, qux } from "./a";\nimport { foo } from "./b";\nimport * as all from "./b";\nconsole.log(f, qux, foo, all.foo, all.D, D2);\n',
  },
};

test("a name that files which hand on everything would hide is not given, and what goes through such files keeps its meaning", async () => {
  const files = Object.entries(cases).flatMap(([directory, others]) =>
    Object.entries({ "a.ts": "export const foo = 1;\n", ...others }).map(([path, text]) => [
      `${directory}/${path}`,
      text,
    ]),
  );
  const kit = await openRenameKit(
    { "tsconfig.json": "{}\n", ...Object.fromEntries(files) },
    { servers: ["typescript"] },
  );
  const refuse = (directory: string) => kit.refusal({ symbol: "foo", path: `${directory}/a.ts`, newName: "bar" });
  for (const directory of ["both", "apart", "own"]) {
    expect(await refuse(directory), directory).toContain(
      `\n ${directory}/index.ts:1 hands on all of ${directory}/a.ts\n`,
    );
  }
  expect(await refuse("far")).toMatch(/^name_taken: [^]*\n far\/top\.ts:1 hands on all of far\/a\.ts\n/);
  const { texts } = await kit.rename({ symbol: "foo", path: "free/a.ts", newName: "bar" });
  expect(texts).toEqual({ "free/a.ts": "export const bar = 1;\n" });
  // TypeScript 7 would write `bar as foo` into the one and `all.bar` into the other.
  const kept = await kit.rename({ symbol: "foo", path: "kept/a.ts", newName: "bar" });
  expect(kept.texts["kept/b.ts"]).toBe('export { bar } from "./a";\nexport { default as D } from "./a";\n');
  expect(kept.texts["kept/c.ts"]).toContain('import { bar } from "./b";');
  expect(kept.texts["kept/c.ts"]).toContain("console.log(f, qux, bar, all.bar, all.D, D2);");
});

test("what a CommonJS module exports in an object is renamed with its importers", async () => {
  const files = {
    "a.js": "const limit = 1;\nconst other = { limit };\nmodule.exports = {\n  limit,\n  other,\n};\n",
    "b.js": 'const { limit } = require("./a");\nlimit;\n',
  };
  const kit = await openRenameKit(files, { readyMs: 0 });
  const { texts } = await kit.rename({ symbol: "limit", newName: "most" });
  expect(texts).toEqual({
    "a.js": "const most = 1;\nconst other = { limit: most };\nmodule.exports = {\n  most,\n  other,\n};\n",
    "b.js": 'const { most } = require("./a");\nmost;\n',
  });
});

test("a word that the language has a meaning for is no name, except of a member", async () => {
  const kit = await openRenameKit({ "a.ts": "export const foo = 1;\nexport type Foo = 1;\nclass K { #x = 1; }\n" });
  for (const newName of ["arguments", "undefined", "eval", "let", "static"])
    expect(await kit.refusal({ symbol: "foo", newName })).toMatch(/^invalid_name: .* has a meaning of its own/);
  expect(await kit.refusal({ symbol: "Foo", newName: "string" })).toMatch(/^invalid_name: .* has a meaning of its own/);
  const { texts } = await kit.rename({ symbol: "K/#x", newName: "#static" });
  expect(texts["a.ts"]).toContain("#static = 1");
});
