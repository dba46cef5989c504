import { expect, test } from "vitest";
import { openKit } from "../../test/support/outrider-kit.ts";

const many = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [`src/f${at}.ts`, `export function work${at}(): void {}\n`]),
);
const settings = "[limits]\nindex_files = 5\n";

test("answers from the index say first that the project has more files, and what to do", async () => {
  const kit = await openKit(many, { settings });
  for (const [tool, input] of [
    ["symbols", {}],
    ["symbols", { name: "work11" }],
    ["semantic_search", { query: "work" }],
    ["index", { action: "build" }],
  ] as const) {
    expect(await kit.read(tool, input)).toMatch(/^Only 5 files are indexed, and the project has more\. Exclude /);
  }
  expect(await kit.read("symbols", { path: "src/f3.ts" })).not.toContain("Only 5 files");
});

test("a symbol in a file that the index does not hold is found by its text", async () => {
  const kit = await openKit(many, { settings });
  await kit.read("index", { action: "build" });
  for (let at = 0; at < 12; at += 1)
    expect(await kit.read("symbols", { name: `work${at}` })).toContain(`src/f${at}.ts`);
});

test("tools that ask for a symbol by name find it in such a file too, and follow calls into it", async () => {
  const calling = Object.fromEntries(
    Array.from({ length: 11 }, (_, at) => [
      `src/g${at}.ts`,
      `import { work${at} } from "./f${at}";\nexport function use${at}(): void {\n  work${at}();\n}\n`,
    ]),
  );
  const kit = await openKit({ ...many, ...calling }, { settings });
  await kit.read("index", { action: "build" });
  for (let at = 0; at < 11; at += 1) {
    expect(await kit.read("references", { symbol: `work${at}` })).toContain(`src/g${at}.ts`);
    expect(await kit.read("call_graph", { symbol: `work${at}`, direction: "callers" })).toContain(`use${at}`);
  }
  const none = await kit.call("references", { symbol: "absent" });
  expect(JSON.stringify(none)).toMatch(/There is no symbol|no_symbol/);
});
