import { expect, test } from "vitest";
import { openSlowTools } from "../../../test/support/slow-tools.ts";

/** Callers of `open` in modules that import it, and files with another function of that name, none of them exported. */
const near = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [
    `src/near${index}.ts`,
    `import { open } from "./store.ts";\nexport const use${index} = () => open();\n`,
  ]),
);
const far = Object.fromEntries(
  Array.from({ length: 25 }, (_, index) => [
    `lib/far${index}.ts`,
    `export const far${index} = (open: any) => open();\n`,
  ]),
);
const files = { "src/store.ts": "export function open() {}\n", ...far, ...near };

test("callers that run out of time begin with what was read, and the same call goes on from there", async () => {
  const { tool, read } = openSlowTools(files, { perFile: 2_000 });
  const first = await tool.call("call_graph", { symbol: "open", depth: 1 });
  expect(first).toMatchObject({
    status: "ok",
    text: expect.stringMatching(/^Incomplete: 32 of 46 files that hold the name were read in time; the other 14 /),
    value: { late: { done: 32, total: 46, words: 28 }, graphs: [{ levels: [{ edges: 20 }] }] },
  });
  const before = new Set(read);
  read.length = 0;
  const second = await tool.call("call_graph", { symbol: "open", depth: 1 });
  expect(second).toMatchObject({ status: "ok", value: { graphs: [{ levels: [{ edges: 20 }] }] } });
  expect(second).not.toHaveProperty("value.late");
  expect(read).toHaveLength(14);
  expect(read.filter((path) => before.has(path))).toEqual([]);
});
