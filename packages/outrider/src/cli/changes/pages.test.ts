import { expect, test } from "vitest";
import { openGitKit } from "../../../test/support/git-kit.ts";
import { output } from "../../tools/changes/schema.ts";
import { showMarkdown } from "./show-markdown.ts";
import { showPage } from "./show-page.ts";

const before = {
  "src/store.ts": `// Of the shop.

export function save(x: number): number {
  return x + 1;
}
export function load(key: string): string {
  return [key].join("");
}
export function drop(key: string): void {
  console.log(key);
}
`,
  "src/main.ts":
    'import { drop, save } from "./store.ts";\nexport function main() {\n  save(1);\n  drop("a | b");\n}\n',
  "src/store.test.ts": 'import { save } from "./store.ts";\ntest("saves", () => {\n  save(2);\n});\n',
  "logo.bin": new Uint8Array([0, 1, 2, 255]),
};

const after = {
  "src/store.ts": `// Of the shops.

export function save(x: number, how: "now" | "later"): number {
  return x + how.length;
}
export function load(key: string): string {
  return [
    key,
  ].join("");
}
`,
  "README.md": "# Shop\n",
  "logo.bin": new Uint8Array([0, 1, 3, 255]),
};

test("the page and the comment for a pull request", async () => {
  const kit = await openGitKit(before);
  kit.write(after);
  const outcome = await kit.call("changes", {});
  const value = output.parse("value" in outcome ? outcome.value : undefined);
  const text = showPage(value, 80)
    .map((piece) => (typeof piece === "string" ? piece : piece.text))
    .join("");
  expect(text.split("\n").filter((line) => line.length > 80)).toEqual([]);
  expect(text).toMatchInlineSnapshot(`
    "HEAD (df4d1e44) → working tree
    3 symbols in 3 files · 1 name gone but still used

    Gone, but still used
      drop  2 places: src/main.ts:1, src/main.ts:4

    src/store.ts
      ~ save  signature, body  used by 1           tests 1
          - export function save(x: number): number
          + export function save(x: number, how: "now" | "later"): number
        load  layout
      - drop  removed

    Outside of symbols
      README.md  added +1 −0
      logo.bin  changed, not compared: binary
      src/store.ts  changed +6 −7, comments

    Found by scopes and imports, without types."
  `);
  expect(showMarkdown(value)).toMatchInlineSnapshot(`
    "### Changes: 3 symbols in 3 files · 1 name gone but still used
    \`HEAD (df4d1e44)\` → \`working tree\`. Dependents and tests are found by scopes and imports, without types.

    **Gone, but still used**

    - \`drop\`: 2 places, \`src/main.ts:1\`, \`src/main.ts:4\`

    | | symbol | how | used by | tests |
    |---|---|---|---|---|
    | \`~\` | \`save\`<br>\`src/store.ts:3\` | signature, body | 1 | 1 |
    |  | \`load\`<br>\`src/store.ts:6\` | layout |  |  |
    | \`-\` | \`drop\`<br>\`src/store.ts:9\` | removed |  |  |

    <details><summary>Signatures</summary>

    \`\`\`diff
    @@ save @@
    - export function save(x: number): number
    + export function save(x: number, how: "now" | "later"): number
    \`\`\`

    </details>

    <details><summary>Dependents and tests</summary>

    - \`save\`
      - used by: \`main src/main.ts:3\`
      - tests: \`saves src/store.test.ts:3\`

    </details>

    <details><summary>Outside of symbols</summary>

    - \`README.md\`: added +1 −0
    - \`logo.bin\`: changed, not compared: binary
    - \`src/store.ts\`: changed +6 −7, comments

    </details>"
  `);
});
