import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { programOf } from "../support/kit-servers.ts";
import { checkServer } from "./check-server.ts";

const files = {
  "package.json": '{ "name": "shop", "private": true, "type": "module", "dependencies": { "lodash": "4.17.21" } }\n',
  "tsconfig.json":
    '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler", "noEmit": true, "types": [] }, "include": ["src"] }\n',
  "src/store.ts": `export interface Store {
  get(key: string): number;
}
export class Box implements Store {
  constructor(readonly size: number) {}
  get(key: string): number {
    return merge(this.size, key.length);
  }
}
/** Adds. */
export function merge(a: number, b: number): number {
  return a + b;
}
`,
  "src/index.ts": 'export { merge as join } from "./store";\nexport * from "./store";\n',
  "src/other.ts": 'export function merge(): string {\n  return "merge";\n}\nmerge();\n',
  "src/main.ts": `import { Box, join, type Store } from "./index";
export function run(store: Store): number {
  return join(1, store.get("größe 😀"));
}
run(new Box(1));
`,
  // For plain JavaScript types would be fetched.
  "lib/plain.js":
    'const _ = require("lodash");\nfunction merge() { return _.chunk([1, 2]); }\nexports.list = merge();\n',
  "src/view.tsx": 'import * as all from "./index";\nexport const view = [all.merge(1, 2), all["merge"](3, 4)];\n',
};

for (const id of ["typescript", "vtsls"])
  test(`${id} answers in full and fetches no types`, async ({ annotate }) => {
    const cache = mkdtempSync(join(tmpdir(), "outrider-types-"));
    onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
    const server = { ...(await programOf(id)), env: { XDG_CACHE_HOME: cache, LOCALAPPDATA: cache } };
    await annotate(
      await checkServer({
        server,
        files,
        references: {
          symbol: "merge",
          path: "src/store.ts",
          places: ["src/index.ts:1", "src/main.ts:1", "src/main.ts:3", "src/store.ts:7", "src/view.tsx:2"],
        },
        definition: {
          path: "src/main.ts",
          line: 3,
          symbol: "get",
          at: "src/store.ts:2",
          hover: "Store.get(key: string): number",
        },
        calls: {
          symbol: "run",
          path: "src/main.ts",
          completeness: "complete",
          callers: [" src/main.ts:5"],
          callees: ["merge src/store.ts:3", "Store/get src/store.ts:3"],
        },
        problem: {
          path: "src/main.ts",
          text: files["src/main.ts"].replace("run(new Box(1));", "run(7);"),
          line: 5,
          message: /not assignable/,
        },
        edit: {
          files: {
            "src/other.ts": 'import { merge as one } from "./store";\nexport const three = one(1, 2);\n',
            "src/more.ts": 'import { join } from "./index";\nexport const seven = join(3, 4);\n',
          },
          places: [
            "src/index.ts:1",
            "src/main.ts:1",
            "src/main.ts:3",
            "src/more.ts:1",
            "src/more.ts:2",
            "src/other.ts:1",
            "src/other.ts:2",
            "src/store.ts:7",
            "src/view.tsx:2",
          ],
        },
      }),
    );
    expect(readdirSync(cache, { recursive: true })).toEqual([]);
  });
