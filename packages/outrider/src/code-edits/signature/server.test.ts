import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";

const files = {
  "tsconfig.json":
    '{"compilerOptions":{"strict":true,"module":"nodenext","noEmit":true,"allowImportingTsExtensions":true,"types":[]}}',
  "package.json": '{"type":"module"}',
  "src/store.ts": `export interface Store {
  get(key: string): string;
}

export class Disk implements Store {
  get(key: string): string {
    return key;
  }
}

export const memory: Store = {
  get(name) {
    return name;
  },
};

export const empty: Store = { get: (name) => \`\${name}!\` };

export function open(): Store {
  return new Disk();
}
`,
  "src/use.ts": `import { memory, open } from "./store.ts";

const cache = new Map<string, string>();
export const all = [open().get("a"), memory.get("b"), cache.get("c")];
`,
};

test("with a language server: object literals and calls through values follow, members of other types do not", async () => {
  const kit = await openKit(files, { servers: ["typescript"] });
  const parameters = ["key", { code: "limit: number", argument: "1" }];
  const answer = await kit.read("edit_code", { action: "change_signature", symbol: "Store/get", parameters, wait: 45 });
  expect(answer).toContain("in 2 files");
  const store = readFileSync(join(kit.root, "src/store.ts"), "utf8");
  expect(store.match(/limit: number/g)).toHaveLength(4);
  expect(readFileSync(join(kit.root, "src/use.ts"), "utf8")).toContain(
    '[open().get("a", 1), memory.get("b", 1), cache.get("c")]',
  );
  expect(answer).not.toContain("new error");
});
