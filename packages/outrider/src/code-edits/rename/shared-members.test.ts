import { expect, test } from "vitest";
import { openRenameKit } from "./rename.test-kit.ts";

const files = {
  "store.ts": `export interface Store {
  get(key: string): string;
  close(): Promise<void>;
  readonly size: number;
}
export interface Other {
  close(): void;
  readonly size: number;
}
`,
  "memory.ts": `import type { Store } from "./store.ts";
export async function openMemory(size: number): Promise<Store> {
  return { get: (key) => key, async close() {}, size };
}
export class Disk implements Store {
  readonly size = 1;
  get(key: string): string {
    return key;
  }
  async close(): Promise<void> {}
  async again(): Promise<void> {
    await this.close();
  }
}
`,
  "use.ts": `import { Disk, openMemory } from "./memory.ts";
import type { Other, Store } from "./store.ts";
export async function run(store: Store, other: Other, { size }: Store): Promise<number> {
  const { close, size: wide } = store;
  await close();
  await (await openMemory(1)).close();
  await new Disk().close();
  other.close();
  return size + wide + other.size;
}
`,
};

test("without a server, a member is renamed with the objects and classes that implement its interface", async () => {
  const kit = await openRenameKit(files, { readyMs: 0 });

  const { texts, plan } = await kit.rename({ symbol: "Store/close", newName: "release", unproven: "leave" });

  expect(texts).toEqual({
    "store.ts": files["store.ts"].replace("close(): Promise", "release(): Promise"),
    "memory.ts": files["memory.ts"].replaceAll("close()", "release()"),
    "use.ts": files["use.ts"]
      .replace("{ close, size", "{ release: close, size")
      .replace("(1)).close", "(1)).release")
      .replace("Disk().close", "Disk().release"),
  });
  expect(plan.notes.join("\n")).toContain("other.close();");
});

test("a shorthand keeps the name of its value where its key is renamed", async () => {
  const kit = await openRenameKit(files, { readyMs: 0 });

  const { texts } = await kit.rename({ symbol: "Store/size", newName: "count", unproven: "leave" });

  expect(texts).toEqual({
    "store.ts": files["store.ts"].replace("size: number", "count: number"),
    "memory.ts": files["memory.ts"]
      .replace("async close() {}, size }", "async close() {}, count: size }")
      .replace("readonly size", "readonly count"),
    "use.ts": files["use.ts"].replace("{ size }: Store", "{ count: size }: Store").replace("size: wide", "count: wide"),
  });
});

test("a class that a type from outside may ask for the member keeps it, and so does one that is only like the interface", async () => {
  const outside = {
    ...files,
    "memory.ts": `import type { Closable } from "lib";
import type { Store } from "./store.ts";
export class Disk implements Store, Closable {
  readonly size = 1;
  get(key: string): string {
    return key;
  }
  async close(): Promise<void> {}
}
`,
    "use.ts": `import { Disk } from "./memory.ts";
export const disk = new Disk();
export class Alike {
  async close(): Promise<void> {}
}
`,
  };
  const kit = await openRenameKit(outside, { readyMs: 0 });

  const { texts, plan } = await kit.rename({ symbol: "Store/close", newName: "release", unproven: "leave" });

  expect(Object.keys(texts)).toEqual(["store.ts"]);
  expect(plan.notes.join("\n")).toContain("memory.ts:8 async close(): Promise<void>");
});

test("where every place is proven, the method of an interface is renamed in all of its classes at once", async () => {
  const java = {
    "Store.java": "interface Store {\n  void shut();\n}\n",
    "Disk.java": "class Disk implements Store {\n  public void shut() {}\n  void again() { this.shut(); }\n}\n",
    "Fast.java": "class Fast extends Disk {\n  @Override\n  public void shut() { super.shut(); }\n}\n",
    "Use.java": "class Use {\n  void end(Store store, Fast fast) {\n    store.shut();\n    fast.shut();\n  }\n}\n",
    "Other.java": "class Other {\n  void shut() {}\n}\n",
  };
  const kit = await openRenameKit(java, { readyMs: 0 });

  const { texts } = await kit.rename({ symbol: "Store/shut", newName: "close" });

  const wanted = Object.entries(java).map(([file, text]) => [file, text.replaceAll("shut", "close")] as const);
  expect(texts).toEqual(Object.fromEntries(wanted.filter(([file]) => file !== "Other.java")));
});
