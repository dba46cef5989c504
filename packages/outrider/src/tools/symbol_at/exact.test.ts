import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";
import { readWhenLoaded } from "../../../test/support/read-when-loaded.ts";
import { scriptedServer } from "../../../test/support/scripted-server.ts";
import { writeFiles } from "../../../test/support/temp-project.ts";

test("TypeScript says what a name is, where it is declared and of what type; a library can be read then", async () => {
  const kit = await openKit(
    {
      "tsconfig.json": '{ "compilerOptions": { "strict": true, "moduleResolution": "bundler", "module": "esnext" } }\n',
      "src/store.ts":
        "/** Keeps things. */\nexport class Store {\n  get(key: string) { return key; }\n}\nexport const größe = new Store();\n",
      "src/use.ts":
        'import { boxed } from "box";\r\nimport { größe } from "./store";\r\nexport const é = "😀" + größe.get("x") + boxed(1);\r\n',
    },
    {
      servers: ["typescript"],
      prepare({ base }) {
        // Above the project, where Node looks, too.
        writeFiles(join(base, "node_modules/box"), {
          "package.json": '{ "name": "box", "version": "1.2.3", "types": "index.d.ts" }\n',
          "index.d.ts": "/** Boxes a value. */\nexport declare function boxed(value: number): string;\n",
        });
      },
    },
  );
  const at = { path: "src/use.ts", line: 3 };
  expect(await readWhenLoaded(kit, "symbol_at", { ...at, symbol: "get" })).toMatchInlineSnapshot(`
    "get (src/use.ts:3:31), complete by typescript 7.0.2.
    src/store.ts:3 method Store/get
    \`\`\`typescript
    (method) Store.get(key: string): string
    \`\`\`"
  `);
  expect(await readWhenLoaded(kit, "symbol_at", { ...at, symbol: "größe", want: "type" })).toMatchInlineSnapshot(`
    "größe (src/use.ts:3:25), complete by typescript 7.0.2.
    type src/store.ts:2-4 class Store: export class Store — Keeps things."
  `);
  expect(await readWhenLoaded(kit, "symbol_at", { ...at, symbol: "é", want: "hover" })).toMatchInlineSnapshot(`
    "é (src/use.ts:3:14), complete by typescript 7.0.2.
    \`\`\`typescript
    const é: string
    \`\`\`"
  `);
  expect(await readWhenLoaded(kit, "symbol_at", { ...at, symbol: "boxed" })).toMatchInlineSnapshot(`
    "boxed (src/use.ts:3:42), complete by typescript 7.0.2.
    library:box/index.d.ts:2
    \`\`\`typescript
    (alias) function boxed(value: number): string
    \`\`\`
    Boxes a value."
  `);
  expect(await kit.read("read_file", { path: "library:box/index.d.ts" })).toContain("Boxes a value");
});

test("hovers of any shape are bounded and harmless, and places outside are told as such and not quoted", async () => {
  const hover = { contents: ["first \u001b[31m", { language: "python", value: "x\r\n".repeat(2_000) }, 7, null] };
  const uri = pathToFileURL(join(import.meta.dirname, "no-such-place.py")).href;
  const range = { start: { line: 4, character: 0 }, end: { line: 4, character: 3 } };
  const server = scriptedServer({
    capabilities: { textDocumentSync: 1, hoverProvider: true, definitionProvider: true },
    on: {
      "textDocument/hover": [{ reply: hover }],
      "textDocument/definition": [
        [
          {
            reply: [
              { targetUri: uri, targetRange: range, targetSelectionRange: range },
              { uri, range: {} },
            ],
          },
        ],
        [{ reply: null }],
        [{ reply: null }],
        [{ crash: true }],
      ],
    },
  });
  const kit = await openKit(
    { "a.py": "def run(x):\n    return run(1)\n" },
    { servers: [{ id: "pyright", ...server }] },
  );
  const input = { path: "a.py", line: 2, symbol: "run" };
  const first = await readWhenLoaded(kit, "symbol_at", input);
  expect(first.replace(/^.*(?=no-such-place)/m, "…/")).toMatchInlineSnapshot(`
    "run (a.py:2:12), partial by pyright 1.0: 1 of its answers are no places; what it says is not shown, because it quotes a file outside of the project and its libraries; a person can allow its directory in \`security.read_roots\` of the user settings.
    …/no-such-place.py:5 (outside, cannot be read)"
  `);
  const second = await kit.read("symbol_at", { ...input, want: "hover" });
  expect(second.length).toBeLessThan(2_200);
  expect(second.split("\n").slice(0, 5).join("\n")).toMatchInlineSnapshot(`
    "run (a.py:2:12), complete by pyright 1.0.
    first \\u001b[31m

    \`\`\`python
    x"
  `);
  expect(second.split("\n").slice(-2)).toMatchInlineSnapshot(`
    [
      "\`\`\`",
      "… (2532 more characters)",
    ]
  `);
  expect(await kit.read("symbol_at", { ...input, want: "definition" })).toMatchInlineSnapshot(`
    "run (a.py:2:12), partial by pyright 1.0: it names no definition; this one is by scope or import.
    a.py:1-2 function run: def run(x)"
  `);
  expect(await kit.read("symbol_at", { ...input, want: "definition" })).toMatchInlineSnapshot(`
    "run (a.py:2:12), syntactic. No language server: Pyright ended: its output ended; it was ended by SIGKILL.
    a.py:1-2 function run: def run(x)"
  `);
});

test("what is declared in a file that nobody may see is not quoted", async () => {
  const kit = await openKit(
    {
      "tsconfig.json": '{ "compilerOptions": { "moduleResolution": "bundler", "module": "esnext" } }\n',
      ".env.ts": '/** hunter2 */\nexport const KEY = "hunter2";\n',
      "use.ts": 'import { KEY } from "./.env";\nexport const used = [KEY];\n',
    },
    { servers: ["typescript"] },
  );
  const at = { path: "use.ts", line: 2, symbol: "KEY" };
  expect(await readWhenLoaded(kit, "symbol_at", at)).toMatchInlineSnapshot(`
    "KEY (use.ts:2:22), partial by typescript 7.0.2: what it says quotes a file that tools may not see.
    .env.ts:2"
  `);
  expect(await readWhenLoaded(kit, "symbol_at", { ...at, want: "hover" })).toMatchInlineSnapshot(
    `"KEY (use.ts:2:22), partial by typescript 7.0.2: what it says quotes a file that tools may not see: no hover found."`,
  );
});

test("an import that cannot be resolved is not taken for the declaration", async () => {
  const kit = await openKit(
    {
      "tsconfig.json": '{ "compilerOptions": { "strict": true } }\n',
      "use.ts": 'import { area } from "./gone";\nexport const two = area(2);\n',
    },
    { servers: ["typescript"] },
  );
  const text = await readWhenLoaded(kit, "symbol_at", { path: "use.ts", line: 2, symbol: "area" });
  expect(text).toContain("partial by typescript 7.0.2: the import leads nowhere");
});
