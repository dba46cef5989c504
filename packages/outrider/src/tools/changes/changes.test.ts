import { describe, expect, test } from "vitest";
import { openGitKit } from "../../../test/support/git-kit.ts";

const shop = {
  "src/store.ts": `export function save(x: number): number {
  return x + 1;
}
export function load(key: string): string {
  const found = lookup(key);
  return found ?? "";
}
export function drop(key: string): void {
  console.log(key);
}
function lookup(key: string): string | undefined {
  return [key].find((each) => each !== "");
}
/** Says hello. */
export function hello() {}
export class Box {
  size = 1;
  open(): number {
    return save(this.size);
  }
}
`,
  "src/main.ts": `import { drop, load, save, Box } from "./store.ts";
export function main(): void {
  save(1);
  drop("a");
  run();
}
function run() {
  new Box().open();
}
export const start = () => main();
`,
  "src/store.test.ts": `import { save } from "./store.ts";
test("saves", () => {
  save(2);
});
`,
  "README.md": "# Shop\n",
};

describe("what a model sees", () => {
  test("each kind of change, with dependents and tests", async () => {
    const kit = await openGitKit(shop);
    kit.write({
      "src/store.ts": `export function save(x: number, y: number): number {
  return x + y;
}
export function fetchOne(key: string): string {
  const found = lookup(key);
  return found ?? "";
}
function lookup(key: string): string | undefined {
  return [key].find((each) => each === "");
}
/** Says hello to all. */
export function hello() {}
export class Box {
  size = 1;
  open(): number {
    return save(this.size, 1);
  }
  close(): void {
    this.size = 0;
  }
}
`,
      "README.md": "# Shop\n\nOpen.\n",
    });
    expect(await kit.read("changes", {})).toMatchInlineSnapshot(`
      "HEAD (79c58c5f) → working tree: 7 symbols changed in 2 files; no test was found for 4; 2 names that are gone are still used.
      Dependents and tests are found by scopes and imports, without types.
      src/store.ts
       save 1: signature, body; 2 dependents, 4 with level 2 (1 likely); 1 test
        was export function save(x: number): number
        now export function save(x: number, y: number): number
       load → fetchOne 4: renamed (same text); no dependents; no test found
        still used: 1 place: src/main.ts:1
       lookup 8: body; 1 dependent; no test found
       drop 8: removed
        still used: 2 places: src/main.ts:1, src/main.ts:4
       hello 12: comment
       Box/open 15: body; 1 dependent, 2 with level 2 (2 likely); no test found
       Box/close 18: added; no dependents; no test found
      README.md: changed +2 −0"
    `);
    expect(await kit.read("changes", { path: "src/store.ts", range: "HEAD", limit: 2 })).toMatchInlineSnapshot(`
      "HEAD (79c58c5f) → working tree: 7 symbols changed in 1 file; no test was found for 4; 2 names that are gone are still used.
      Dependents and tests are found by scopes and imports, without types.
      src/store.ts
       save 1: signature, body; 2 dependents, 4 with level 2 (1 likely); 1 test
        was export function save(x: number): number
        now export function save(x: number, y: number): number
        used by main src/main.ts:3, Box/open src/store.ts:16, start src/main.ts:10 (level 2), and 1 more
        tested by saves src/store.test.ts:3
       load → fetchOne 4: renamed (same text); no dependents; no test found
        still used: 1 place: src/main.ts:1
      [2 of 7 symbols. limit shows more at once; path narrows. Next: offset 2.]"
    `);
  });
});
