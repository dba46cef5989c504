import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { serverSpecs } from "../../languages/servers.ts";
import { signal, startKit } from "./server.test-kit.ts";

const none = { added: [], changed: [], removed: [] };
const spec = serverSpecs.find(({ id }) => id === "clangd");
const isInstalled = spawnSync("clangd", ["--version"]).status === 0;

test.skipIf(!isInstalled)("clangd counts what was opened, and what was changed without being open", async () => {
  if (spec === undefined) throw new Error("There is no clangd.");
  const user = '#include "h.h"\nint NAME(void) { return used(); }\n';
  const { server, path, references, ask, write } = await startKit({
    spec,
    program: { file: "clangd", args: spec.program.args },
    files: {
      "compile_flags.txt": "",
      "h.h": "int used(void);\n",
      "a.c": '#include "h.h"\nint used(void) { return 1; }\n',
      "b.c": user.replace("NAME", "g"),
      "c.c": user.replace("NAME", "h"),
    },
  });
  const place = { line: 1, character: 4 };
  await server.open([path("a.c"), path("b.c")], { signal });
  expect(await references("a.c", place)).toEqual(["a.c:2:4", "b.c:2:21"]);

  write({ "c.c": `\n\n${user.replace("NAME", "h")}` });
  await server.tellChanges({ ...none, changed: [path("c.c")] });
  expect(await references("a.c", place)).toEqual(["a.c:2:4", "b.c:2:21", "c.c:4:21"]);
  expect(server.openDocuments).toBe(2);

  write({ "h.h": "\n\n\nint used(void);\n" });
  await server.tellChanges({ ...none, changed: [path("h.h")] });
  await expect.poll(() => ask("textDocument/declaration", "a.c", place), { timeout: 60_000 }).toEqual(["h.h:4:4"]);
});
