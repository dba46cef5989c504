import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { complaintsOf, type MoveCase, readAll, runMoves } from "../../../../test/support/move-cases.ts";
import { openKit } from "../../../../test/support/outrider-kit.ts";
import { scriptedServer } from "../../../../test/support/scripted-server.ts";

const cases: readonly MoveCase[] = [
  {
    title: "a header moves with the files that include it beside them",
    files: {
      "lib/old.h": '#include "base.h"\nint f(void);\n',
      "lib/base.h": "typedef int base;\n",
      "lib/a.c": '#include "old.h"\nint f(void) { return 1; }\n',
      "main.c": '#include "lib/old.h"\nint main(void) { return f(); }\n',
    },
    path: "lib/old.h",
    to: "inc/new.h",
    after: {
      "lib/old.h": null,
      "inc/new.h": '#include "../lib/base.h"\nint f(void);\n',
      "lib/a.c": '#include "../inc/new.h"\nint f(void) { return 1; }\n',
      "main.c": '#include "inc/new.h"\nint main(void) { return f(); }\n',
    },
  },
  {
    title: "a header that is found from another directory is refused",
    files: { "inc/x/far.h": "int g(void);\n", "b.c": '#include "x/far.h"\n' },
    path: "inc/x/far.h",
    to: "inc/far.h",
    refused: "cannot_prove",
    says: ["b.c:1"],
  },
  {
    title: "Rust without its server is refused with the places",
    files: {
      "src/lib.rs": "mod parts;\n",
      "src/parts.rs": "pub fn f() {}\n",
      "Cargo.toml": '[lib]\npath = "src/parts.rs"\n',
    },
    path: "src/parts.rs",
    to: "src/pieces.rs",
    refused: "cannot_prove",
    says: ["Cargo.toml:2"],
  },
  {
    title: "with places left nothing but the file is moved",
    files: { "A.java": "class A {}\n" },
    path: "A.java",
    to: "p/A.java",
    unproven: "leave",
    after: { "A.java": null, "p/A.java": "class A {}\n" },
    says: ["Nothing but the file"],
  },
  {
    title: "a document that nobody names moves, one that is linked does not",
    files: { "guide.md": "# Guide\n", "index.md": "[notes](guide.md)\n" },
    path: "guide.md",
    to: "docs/guide.md",
    refused: "cannot_prove",
    says: ["index.md:1"],
  },
  {
    title: "a symbol of a language whose imports are not known is refused with the way on",
    files: { "a.rs": "pub fn lonely() {}\n" },
    path: "a.rs",
    symbol: "lonely",
    to: "b.rs",
    refused: "cannot_prove",
    says: ["`insert`", "`remove`"],
  },
];

test("files of other languages move only where it can be proven", async () => {
  const kit = await runMoves(cases);
  const said = await complaintsOf("gcc", ["-fsyntax-only", "lib/a.c", "main.c"], `${kit.root}/case0`);
  expect(said).toBe("");
});

test("what a server would change for a moved file is not asked for: nobody could tell whether it is all of it", async () => {
  const files = {
    "Cargo.toml": "[package]\n",
    "src/lib.rs": "mod parts;\nmod other;\n",
    "src/parts.rs": "pub fn f() {}\n",
    "src/other.rs": "",
  };
  const server = scriptedServer();
  const kit = await openKit(files, { servers: [{ id: "rust-analyzer", ...server }] });
  const gone = { kind: "delete", uri: pathToFileURL(join(kit.root, "src/other.rs")).href };
  const filters = [{ scheme: "file", pattern: { glob: "**/*.rs", matches: "file" } }];
  const run = {
    capabilities: { textDocumentSync: 1, workspace: { fileOperations: { willRename: { filters } } } },
    on: {
      initialized: [{ notify: "experimental/serverStatus", params: { health: "ok", quiescent: true } }],
      "workspace/willRenameFiles": [{ reply: { documentChanges: [gone] } }],
    },
  };
  writeFileSync(server.args[1] ?? "", JSON.stringify({ runs: [run] }));
  const move = { action: "move", path: "src/parts.rs", new_name: "src/pieces.rs", wait: 5 };
  expect(await kit.call("edit_code", move)).toMatchObject({ status: "tool_error", error: { code: "cannot_prove" } });
  expect(Object.keys(readAll(join(kit.root, "src"))).toSorted()).toEqual(["lib.rs", "other.rs", "parts.rs"]);
  expect(server.received().some(({ method }) => method === "workspace/willRenameFiles")).toBe(false);
});
