import { expect, test } from "vitest";
import { type RenameKit, openRenameKit } from "./rename.test-kit.ts";

const settings = {
  "package.json": '{ "name": "stores", "private": true, "type": "module" }\n',
  "tsconfig.json":
    '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler", "noEmit": true, "types": [] }, "include": ["src"] }\n',
};

/** More files than are opened at once, and more places than were once asked about. */
const others = Object.fromEntries(
  Array.from({ length: 180 }, (_, index) => [
    `src/other${index}.ts`,
    `export interface Other${index} {
  close(): void;
}
export function use(one: Other${index}, two: Other${index}): void {
  one.close();
  two.close();
  const { close } = one;
  close();
}
`,
  ]),
);

const stores = {
  ...settings,
  ...others,
  "src/store.ts": `export interface Store {
  get(key: string): string;
  /** Ends it. */
  close(): void;
}
export type Pair = readonly [open: string, close: string];
`,
  "src/memory.ts": `import type { Store } from "./store";
export const openMemory = (): Store => ({
  get: (key) => key,
  close() {},
});
export class Disk implements Store {
  get(key: string) {
    return key;
  }
  close() {}
}
`,
  "src/use.ts": `import { Disk, openMemory } from "./memory";
import type { Store } from "./store";
import { use } from "./other0";
export function run(store: Store): void {
  const { close } = store;
  close();
  openMemory().close();
  new Disk().close();
  use({ close() {} }, { close: () => store.close() });
}
`,
};

const renamed = {
  "src/store.ts": stores["src/store.ts"].replace("  close(): void", "  release(): void"),
  "src/memory.ts": stores["src/memory.ts"].replaceAll("close()", "release()"),
  "src/use.ts": stores["src/use.ts"]
    .replace("{ close } = store", "{ release: close } = store")
    .replace("openMemory().close", "openMemory().release")
    .replace("Disk().close", "Disk().release")
    .replace("store.close", "store.release"),
};

for (const id of ["typescript", "vtsls"])
  test(`${id}: a method whose name is in hundreds of other places is renamed by one call`, async () => {
    const kit = await openRenameKit(stores, { servers: [id] });

    const { plan, texts } = await kit.rename({ symbol: "Store/close", path: "src/store.ts", newName: "release" });

    expect(plan.done).toBe("renamed method Store/close to release: 7 places in 3 files");
    expect(texts).toEqual(renamed);
  });

const untyped = { ...stores, "src/loose.ts": `export const end = (it: any): void => it.close();\n` };
const ask = { symbol: "Store/close", path: "src/store.ts", newName: "release" } as const;

async function openUntyped(): Promise<RenameKit> {
  return await openRenameKit(untyped, { servers: ["typescript"] });
}

test("where a place stays unproven, the answer has both lists, and the choice renames", async () => {
  const kit = await openUntyped();

  const refusal = await kit.refusal(ask);

  expect(refusal).toContain("7 places in 3 files are proven to mean Store/close: ");
  expect(refusal).toContain("src/store.ts 1");
  expect(refusal).toContain("1 place with the name is not");
  expect(refusal).toContain("src/loose.ts:1 export const end");
  expect(refusal).toContain('`unproven`: "leave" renames what is proven');

  const left = await kit.rename({ ...ask, unproven: "leave" });
  expect(left.texts).toEqual(renamed);
  expect(left.plan.notes.join("\n")).toContain("src/loose.ts:1");

  const included = await kit.rename({ ...ask, unproven: "include" });
  expect(included.texts).toEqual({ ...renamed, "src/loose.ts": untyped["src/loose.ts"].replace("close", "release") });
});
