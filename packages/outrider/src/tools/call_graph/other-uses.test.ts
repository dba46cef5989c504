import { expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";

test("a function that is only handed on is not told to have no uses", async () => {
  const kit = await openKit({
    "a.ts": "export function save(x: number) { return x; }\n",
    "b.ts": 'import { save } from "./a.ts";\nexport const all = [1].map(save);\nsetTimeout(save, 1);\n',
  });
  const text = await kit.read("call_graph", { symbol: "save" });
  expect(text).toContain("No callers of save");
  expect(text).toContain("Used without a call, so that others may call it: 2 places.");
});

test("a call of what the same expression imports", async () => {
  const kit = await openKit({
    "a.js": "function save(x) { return x; }\nmodule.exports = { save };\n",
    "b.js": 'function late() { return require("./a").save(1); }\n',
    "c.mjs": 'export const lazy = async () => (await import("./a.js")).save(2);\n',
  });
  const text = await kit.read("call_graph", { symbol: "save" });
  expect(text).toContain("late b.js:1 (call at 1)");
  expect(text).toContain("lazy c.mjs:1 (call at 1)");
});
