import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { typeErrors } from "../../test/support/move-cases.ts";
import { openKit, type OutriderKit } from "../../test/support/outrider-kit.ts";

const settings = {
  "tsconfig.json":
    '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler", "noEmit": true, "types": [], "allowImportingTsExtensions": true, "noUnusedLocals": true }, "include": ["src"] }\n',
};

async function edit(kit: OutriderKit, edits: readonly object[]): Promise<{ status: string; text: string }> {
  const outcome = await kit.call("edit_code", { edits, wait: 0 });
  if (outcome.status === "ok") return { status: "ok", text: outcome.text };
  return { status: outcome.status, text: outcome.error.message };
}

function read(kit: OutriderKit, path: string): string {
  return readFileSync(join(kit.root, path), "utf8");
}

test("a constant and the function that uses it move as one: nothing is exported between them", async () => {
  const files = {
    ...settings,
    "src/old.ts": `const dash = "-";\n\nexport const slug = (text: string) => text + dash;\n\nexport const other = 1;\n`,
    "src/use.ts": `import { other, slug } from "./old.ts";\nexport const all = [other, slug];\n`,
  };
  const kit = await openKit(files);
  const move = { action: "move", path: "src/old.ts", new_name: "src/new.ts" };

  const moved = await edit(kit, [
    { ...move, symbol: "dash" },
    { ...move, symbol: "slug" },
  ]);

  expect(moved.status, moved.text).toBe("ok");
  expect(read(kit, "src/new.ts")).toBe(`const dash = "-";\n\nexport const slug = (text: string) => text + dash;\n`);
  expect(read(kit, "src/old.ts")).toBe(`export const other = 1;\n`);
  expect(read(kit, "src/use.ts")).toBe(
    `import { other } from "./old.ts";\nimport { slug } from "./new.ts";\nexport const all = [other, slug];\n`,
  );
  expect(await typeErrors(kit.root)).toBe("");
  expect(await kit.call("edit_code", { action: "undo" })).toMatchObject({ status: "ok" });
  for (const [path, text] of Object.entries(files)) expect(read(kit, path)).toBe(text);
});

test("a function is removed with its only caller, whichever comes first in the list", async () => {
  const text = `function inner() {\n  return 1;\n}\n\nfunction outer() {\n  return inner();\n}\n\nexport const kept = 1;\n`;
  for (const symbols of [
    ["inner", "outer"],
    ["outer", "inner"],
  ]) {
    const kit = await openKit({ ...settings, "src/a.ts": text });
    const removed = await edit(
      kit,
      symbols.map((symbol) => ({ action: "remove", path: "src/a.ts", symbol })),
    );
    expect(removed.status, removed.text).toBe("ok");
    expect(read(kit, "src/a.ts")).toBe(`export const kept = 1;\n`);
  }
});

test("what is still used after all edits of the call is not removed, and nothing else is", async () => {
  const text = `function inner() {\n  return 1;\n}\n\nfunction outer() {\n  return inner();\n}\n\nexport const kept = inner();\n`;
  const kit = await openKit({ ...settings, "src/a.ts": text });

  const removed = await edit(kit, [
    { action: "remove", path: "src/a.ts", symbol: "inner" },
    { action: "remove", path: "src/a.ts", symbol: "outer" },
  ]);

  expect(removed).toMatchObject({ status: "tool_error", text: expect.stringContaining("edits[0]: inner is used in") });
  expect(read(kit, "src/a.ts")).toBe(text);
});

test("two names of one file are renamed by one call; a swap of names is refused", async () => {
  const files = {
    ...settings,
    "src/a.ts": `export function one(): number {\n  return 1;\n}\n\nexport function two(): number {\n  return one();\n}\n`,
    "src/b.ts": `import { one, two } from "./a.ts";\nexport const both = { one, sum: one() + two() };\n`,
  };
  const kit = await openKit(files);
  const rename = { action: "rename", path: "src/a.ts" };

  const swapped = await edit(kit, [
    { ...rename, symbol: "one", new_name: "two" },
    { ...rename, symbol: "two", new_name: "one" },
  ]);
  expect(swapped.status).toBe("tool_error");
  expect(read(kit, "src/a.ts")).toBe(files["src/a.ts"]);

  const renamed = await edit(kit, [
    { ...rename, symbol: "one", new_name: "first" },
    { ...rename, symbol: "two", new_name: "second" },
  ]);
  expect(renamed.status, renamed.text).toBe("ok");
  expect(read(kit, "src/a.ts")).toBe(
    `export function first(): number {\n  return 1;\n}\n\nexport function second(): number {\n  return first();\n}\n`,
  );
  expect(read(kit, "src/b.ts")).toBe(
    `import { first, second } from "./a.ts";\nexport const both = { one: first, sum: first() + second() };\n`,
  );
  expect(await typeErrors(kit.root)).toBe("");
});
