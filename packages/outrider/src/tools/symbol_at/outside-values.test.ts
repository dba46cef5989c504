import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openKit, type KitOptions, type OutriderKit } from "../../../test/support/outrider-kit.ts";
import { readWhenLoaded } from "../../../test/support/read-when-loaded.ts";
import { writeFiles } from "../../../test/support/temp-project.ts";

const secret = /hunter2|7654321/;

/** A repository that names files beside it, in an import and in the settings of a server. */
function openReaching({
  readable = false,
  ...options
}: KitOptions & { readonly readable?: boolean } = {}): Promise<OutriderKit> {
  return openKit(
    {},
    {
      servers: ["typescript", "pyright"],
      ...options,
      prepare(place) {
        const settings = `\n[security]\nread_roots = [${JSON.stringify(place.outside)}]\n`;
        if (readable) appendFileSync(join(place.base, "config/outrider/config.toml"), settings);
        writeFiles(place.outside, {
          "k.ts": '/** hunter2 */\nexport const KEY = "hunter2-secret";\nexport const PIN = 7654321;\n',
          "py/keys.py": 'KEY = "hunter2-secret"\nPIN = 7654321\n',
        });
        writeFiles(place.base, {
          "node_modules/box/package.json": '{ "name": "box", "version": "1.2.3", "types": "index.d.ts" }\n',
          "node_modules/box/index.d.ts":
            '/** Boxes a "value". */\nexport declare function boxed(how: "tight" | "loose", limit: 123456): "boxed-result";\n',
        });
        writeFiles(place.root, {
          "tsconfig.json":
            '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler" } }\n',
          "names.ts": 'export type Mode = "fast-mode" | "slow-mode";\n',
          "use.ts": `import { KEY, PIN } from "${place.outside}/k";
import { boxed } from "box";
import type { Mode } from "./names";
export const copy = KEY;
export const both = { key: KEY, pin: PIN, own: "own-value" } as const;
export const wrong: "right-value" = KEY;
export const mode: Mode = "no-mode";
export const result = boxed("tight", 123456);
[1].map(String);
`,
          "pyrightconfig.json": JSON.stringify({ extraPaths: [join(place.outside, "py")] }),
          "use.py": `import os
from keys import KEY, PIN
COPY = KEY
both = (KEY, PIN, "own-value")
wrong: int = COPY
os.path.join("a", "b")
print(COPY)
`,
        });
      },
    },
  );
}

for (const readOnly of [false, true]) {
  test(`values behind an absolute import and behind extraPaths are not shown${readOnly ? ", read-only" : ""}`, async () => {
    const kit = await openReaching({ readOnly });
    const at = async (path: string, line: number, symbol: string): Promise<string> =>
      await readWhenLoaded(kit, "symbol_at", { path, line, symbol });
    const imported = await at("use.ts", 4, "KEY");
    expect(imported.replace(kit.base, "")).toMatchInlineSnapshot(`
      "KEY (use.ts:4:21), partial by typescript 7.0.2: what it says is not shown, because it quotes a file outside of the project and its libraries; a person can allow its directory in \`security.read_roots\` of the user settings.
      /outside/k.ts:2 (outside, cannot be read)"
    `);
    expect(await at("use.ts", 4, "copy")).toMatchInlineSnapshot(`
      "copy (use.ts:4:14), partial by typescript 7.0.2: \`…\` stands for values that are in no file that may be shown here.
      use.ts:4 constant copy
      \`\`\`typescript
      const copy: "…"
      \`\`\`"
    `);
    expect(await at("use.ts", 5, "both")).toMatchInlineSnapshot(`
      "both (use.ts:5:14), partial by typescript 7.0.2: \`…\` stands for values that are in no file that may be shown here.
      use.ts:5 constant both
      \`\`\`typescript
      const both: {
          readonly key: "…";
          readonly pin: …;
          readonly own: "own-value";
      }
      \`\`\`"
    `);
    expect((await at("use.py", 3, "KEY")).replace(kit.base, "")).toMatchInlineSnapshot(`
      "KEY (use.py:3:8), partial by pyright: what it says is not shown, because it quotes a file outside of the project and its libraries; a person can allow its directory in \`security.read_roots\` of the user settings.
      /outside/py/keys.py:1 (outside, cannot be read)"
    `);
    expect(await at("use.py", 3, "COPY")).toMatchInlineSnapshot(`
      "COPY (use.py:3:1), partial by pyright: \`…\` stands for values that are in no file that may be shown here.
      use.py:3 constant COPY
      \`\`\`python
      (constant) COPY: Literal['…']
      \`\`\`"
    `);
    expect(await at("use.py", 4, "both")).toMatchInlineSnapshot(`
      "both (use.py:4:1), partial by pyright: \`…\` stands for values that are in no file that may be shown here.
      use.py:4 variable both
      \`\`\`python
      (variable) both: tuple[Literal['…'], Literal[…], Literal['own-value']]
      \`\`\`"
    `);
    const problems = await readWhenLoaded(kit, "diagnostics", { path: "use.*" });
    expect(problems).toMatchInlineSnapshot(`
      "3 errors in 2 of 2 files.
      use.py (pyright)
       5:14 error Type "Literal['…']" is not assignable to declared type "int" "Literal['…']" is not assignable to "int" (… is in no file that may be shown here) [Pyright reportAssignmentType]
      use.ts (typescript 7.0.2)
       6:14 error Type '"…"' is not assignable to type '"right-value"'. (… is in no file that may be shown here) [ts 2322]
       7:14 error Type '"no-mode"' is not assignable to type 'Mode'. [ts 2322]"
    `);
    for (const text of [imported, problems]) expect(text).not.toMatch(secret);
  }, 240_000);
}

test("what an edit breaks is told without such values", async () => {
  const kit = await openReaching();
  await readWhenLoaded(kit, "symbol_at", { path: "use.py", line: 3, symbol: "COPY" });
  const input = {
    action: "insert",
    path: "use.py",
    symbol: "wrong",
    position: "after",
    body: "other: int = COPY",
    wait: 40,
  };
  const text = await kit.read("edit_code", input);
  expect(text).toContain(`"Literal['…']" is not assignable`);
  expect(text).not.toMatch(secret);
}, 240_000);

test("libraries, the library of the language and values of the project itself are shown as before", async () => {
  const kit = await openReaching();
  const at = async (path: string, line: number, symbol: string): Promise<string> =>
    await readWhenLoaded(kit, "symbol_at", { path, line, symbol, want: "hover" });
  expect(await at("use.ts", 8, "boxed")).toMatchInlineSnapshot(`
    "boxed (use.ts:8:23), complete by typescript 7.0.2.
    \`\`\`typescript
    (alias) function boxed(how: "tight" | "loose", limit: 123456): "boxed-result"
    \`\`\`
    Boxes a "value"."
  `);
  expect(await at("use.ts", 8, "result")).toMatchInlineSnapshot(`
    "result (use.ts:8:14), complete by typescript 7.0.2.
    \`\`\`typescript
    const result: "boxed-result"
    \`\`\`"
  `);
  expect(await at("use.ts", 7, "Mode")).toMatchInlineSnapshot(`
    "Mode (use.ts:7:20), complete by typescript 7.0.2.
    \`\`\`typescript
    (alias) type Mode = "fast-mode" | "slow-mode"
    \`\`\`"
  `);
  expect(await at("use.ts", 9, "map")).toContain("Calls a defined callback function on each element");
  expect(await at("use.py", 6, "join")).toContain("Join two or more pathname components, inserting '/' as needed.");
  expect(await at("use.py", 7, "print")).toContain('sep: str | None = " "');
}, 240_000);

test("a directory that the person lets tools read is quoted", async () => {
  const kit = await openReaching({ readable: true });
  const text = await readWhenLoaded(kit, "symbol_at", { path: "use.ts", line: 4, symbol: "KEY" });
  expect(text).toContain('const KEY: "hunter2-secret"');
  expect(await kit.read("symbol_at", { path: "use.ts", line: 4, symbol: "copy" })).toContain('"hunter2-secret"');
}, 240_000);
