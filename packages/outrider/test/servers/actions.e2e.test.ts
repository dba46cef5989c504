import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openKit } from "../support/outrider-kit.ts";
import { programThatWorks } from "./program-that-works.ts";

const go = await programThatWorks("gopls", [
  ["gopls", "version"],
  ["go", "version"],
]);
const rust = await programThatWorks("rust-analyzer", [
  ["rust-analyzer", "--version"],
  ["cargo", "--version"],
]);

test.skipIf(go.program === undefined)(`gopls organises imports, and new problems are told${go.note}`, async () => {
  if (go.program === undefined) return;
  const kit = await openKit(
    {
      "go.mod": "module shop\n\ngo 1.20\n",
      "store.go": "package shop\n\nfunc Get(key string) string { return key }\n",
      "user.go": 'package shop\n\nimport (\n\t"fmt"\n\t"os"\n)\n\nfunc Show() { fmt.Println(Get("a")) }\n',
    },
    { servers: [go.program] },
  );
  const listed = await kit.read("edit_code", { action: "actions", path: "user.go", wait: 45 });
  const id = /^(\w+) .*\[source\.organizeImports\]/m.exec(listed)?.[1];
  await kit.read("edit_code", { action: "actions", path: "user.go", id, wait: 45 }, { approve: true });
  expect(readFileSync(join(kit.root, "user.go"), "utf8")).not.toContain('"os"');
  const body = "func Get(key int) string { return string(rune(key)) }";
  const replaced = { action: "replace", path: "store.go", symbol: "Get", body, wait: 45 };
  expect(await kit.read("edit_code", replaced, { approve: true })).toMatch(/1 new error.*\n user\.go:/);
});

test.skipIf(rust.program === undefined)(`rust-analyzer offers refactorings of a function${rust.note}`, async () => {
  if (rust.program === undefined) return;
  const kit = await openKit(
    {
      "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n\n[workspace]\n',
      "src/lib.rs": "pub fn area(w: usize, h: usize) -> usize {\n    w * h + 2\n}\n",
    },
    { servers: [rust.program] },
  );
  const listed = await kit.read("edit_code", { action: "actions", path: "src/lib.rs", symbol: "area", wait: 45 });
  expect(listed).toMatch(/\[refactor/);
});
