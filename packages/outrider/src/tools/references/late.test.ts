import { expect, test } from "vitest";
import { openSlowTools } from "../../../test/support/slow-tools.ts";

/** Two words of the name in each. */
const near = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [
    `src/near${index}.ts`,
    `import { Store } from "./store.ts";\n// close\nexport const use = (it: Store) => it.close();\n`,
  ]),
);
/** Three words of the name in each, all of them something else. */
const far = Object.fromEntries(
  Array.from({ length: 25 }, (_, index) => [
    `lib/far${index}.ts`,
    `export function far(close: () => void) {\n  close();\n  close();\n}\n`,
  ]),
);
const files = { "src/store.ts": "export class Store {\n  close() {}\n}\n", ...far, ...near };
const allWords = 1 + 20 * 2 + 25 * 3;

/** `references` and edits on a machine that needs this long for each file in which names are looked for. */
function openSlow(ms: { perFile: number }) {
  const { tool, read } = openSlowTools(files, ms);
  return {
    tool,
    async ask() {
      read.length = 0;
      const outcome = await tool.call("references", { symbol: "Store/close" });
      if (outcome.status !== "ok") throw new Error(`It ended as ${outcome.status}: ${JSON.stringify(outcome)}`);
      return { text: outcome.text, value: outcome.value, read: [...read] };
    },
  };
}

test("a search that runs out of time begins with what it read, counts every word, and goes on when asked again", async () => {
  const { ask } = openSlow({ perFile: 1_000 });

  const first = await ask();
  expect(first.text).toMatch(
    /^Incomplete: 32 of 46 files that hold the name were read in time; the other 14 hold it 42 times, /,
  );
  expect(first.text).toContain("20 references in 20 files to Store/close");
  expect(first.value).toMatchObject({ completeness: "syntactic", late: { done: 32, total: 46, words: 42 } });
  const counts = first.value.places;
  expect(sumOf(counts) + first.value.other_places).toBe(counts?.total);
  expect(counts?.total).toBe(allWords - 42);

  const second = await ask();
  expect(second.text).not.toContain("Incomplete");
  expect(second.value.late).toBeUndefined();
  expect(second.value.places?.total).toBe(allWords);
  expect(second.read).toHaveLength(14);
  expect(second.read.filter((path) => first.read.includes(path))).toEqual([]);
});

test("files that name the type around a member are read first, and nothing is said of others", async () => {
  const { ask } = openSlow({ perFile: 3_000 });
  const { value, read } = await ask();
  expect(value.late).toEqual({ done: 16, total: 46, words: 5 * 2 + 25 * 3 });
  expect(read[0]).toBe("src/store.ts");
  expect(read.filter((path) => path.startsWith("lib/"))).toEqual([]);
  expect(value.other_places).toBe(0);
});

test("a rename and a removal refuse to rest on a part of the files, and go on when asked again", async () => {
  const ms = { perFile: 4_000 };
  const { tool } = openSlow(ms);
  const symbol = { symbol: "Store/close", path: "src/store.ts" };
  const rename = { action: "rename", ...symbol, new_name: "shut" } as const;
  const refused = {
    status: "tool_error",
    error: {
      code: "cannot_prove",
      message: expect.stringContaining("16 of 46 files that hold close were read in time"),
    },
  };
  const removal = { action: "remove", ...symbol } as const;
  for (const edit of [rename, removal]) {
    expect(await openSlow(ms).tool.call("edit_code", edit)).toMatchObject(refused);
  }
  expect(await tool.call("edit_code", rename)).toMatchObject(refused);
  ms.perFile = 0;
  expect(await tool.call("edit_code", rename)).toMatchObject({ status: "ok" });
});

function sumOf(counts: { declarations: number; sure: number; likely: number; text: number } | undefined): number {
  return counts === undefined ? 0 : counts.declarations + counts.sure + counts.likely + counts.text;
}
