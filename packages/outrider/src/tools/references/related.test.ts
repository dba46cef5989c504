import { expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";

test("a method tells what it overrides and what overrides it", async () => {
  const kit = await openKit({
    "store.py": "class Root:\n    def get(self): ...\nclass Store(Root):\n    def get(self): ...\n",
    "disk.py":
      "import store\nclass Disk(store.Store):\n    def get(self): ...\nclass Fast(Disk):\n    def get(self): ...\n",
    "other.py": "class Other:\n    def get(self): ...\ndef get(): ...\n",
  });
  const text = await kit.read("references", { symbol: "Store/get" });
  expect(text).toContain(
    "By the heads of types it overrides Root/get store.py:2, and is overridden by Disk/get disk.py:3, Fast/get disk.py:5; ask for the uses of each.",
  );
  expect(text).not.toContain("Other/get other.py:2; ask");
  expect(await kit.read("references", { symbol: "Other/get" })).not.toContain("By the heads of types");
});

test("an impl overrides the method of its trait", async () => {
  const kit = await openKit({
    "a.rs":
      "pub trait Shape { fn area(&self) -> u32; }\npub struct Sq;\nimpl Shape for Sq { fn area(&self) -> u32 { 1 } }\n",
  });
  expect(await kit.read("references", { symbol: "Shape/area" })).toContain(
    "By the heads of types it is overridden by Sq/area a.rs:3; ask for the uses of each.",
  );
});
