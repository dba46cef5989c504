import { expect, test } from "vitest";
import { installed, signal, startKit } from "./server.test-kit.ts";

const none = { added: [], changed: [], removed: [] };

test("Pyright finds references across files and sees what was told", async () => {
  const { server, references, ask, path, write } = await startKit({
    ...installed("pyright"),
    spec: { ...installed("pyright").spec, readiness: { by: "log", text: "source file", afterMs: 15_000 } },
    files: { "pyproject.toml": "", "a.py": "def used():\n    pass\n", "b.py": "from a import used\nused()\n" },
  });
  const place = { line: 0, character: 4 };
  await server.open([path("a.py")], { signal });
  expect(server.phase().state).toBe("loading");
  expect(await server.untilReady({ signal, waitMs: 120_000 })).toMatchObject({ state: "ready" });
  expect(await references("a.py", place)).toEqual(["a.py:1:4", "b.py:1:14", "b.py:2:0"]);
  expect(await ask("textDocument/definition", "b.py", { line: 1, character: 0 })).toEqual(["a.py:1:4"]);

  write({ "b.py": "from a import used\n\n\nused()\n" });
  await server.tellChanges({ ...none, changed: [path("b.py")] });
  expect(await references("a.py", place)).toEqual(["a.py:1:4", "b.py:1:14", "b.py:4:0"]);
  expect(server.supports("textDocument/references")).toBe(true);
  // What it leaves out is found by the check of its answer.
  expect(server.supports("textDocument/rename")).toBe(true);
});

test("vtsls finds references in open documents and has its settings", async () => {
  const { server, references, path, write } = await startKit({
    ...installed("vtsls"),
    files: {
      "tsconfig.json": "{}",
      "[id] (g)#1%20é@+.ts": "export const used = 1;\n",
      "b.ts": 'import { used } from "./[id] (g)#1%20é@+";\nused;\n',
    },
  });
  const place = { line: 0, character: 13 };
  const name = "[id] (g)#1%20é@+.ts";
  await server.open([path(name)], { signal });
  expect(await references(name, place)).toEqual([`${name}:1:13`, "b.ts:1:9", "b.ts:2:0"]);

  await server.open([path("b.ts")], { signal });
  write({ "b.ts": 'import { used } from "./[id] (g)#1%20é@+";\r\n/* 🎉 */ used;\r\n' });
  await server.tellChanges({ ...none, changed: [path("b.ts")] });
  expect(await references(name, place)).toEqual([`${name}:1:13`, "b.ts:1:9", "b.ts:2:9"]);
});

test("a server that answers with nothing at first is ready when a known place is in its own references", async () => {
  const { server, references, path } = await startKit({
    ...installed("bash"),
    files: { "a.sh": "#!/bin/bash\nfunction used() {\n  echo 1\n}\n", "b.sh": "#!/bin/bash\nsource ./a.sh\nused\n" },
  });
  expect(server.phase().state).toBe("loading");
  await server.open([path("a.sh"), path("b.sh")], { signal });
  expect(await server.untilReady({ signal, waitMs: 120_000 })).toEqual({ state: "ready", detail: "ready" });
  expect(await references("a.sh", { line: 1, character: 9 })).toContain("a.sh:2:9");
});
