import { expect, test } from "vitest";
import { openRenameKit } from "./rename.test-kit.ts";

const files = {
  "pyproject.toml": '[project]\nname = "shop"\nversion = "1"\n',
  "shop/__init__.py": 'from .store import Store, merge\n\n__all__ = ["Store", "merge"]\n',
  "shop/store.py": `class Store:
    """A Store keeps."""

    def get(self, key: str) -> str:
        return merge(left=key, right="get")


class Deep(Store):
    def get(self, key: str) -> str:
        return super().get(key)

    def put(self) -> None: ...


def merge(left: str, right: str) -> str:
    return left + right
`,
  "main.py": 'from shop import Store, merge\n\nname = "😀"; print(merge("ä", right="b"), Store().get(key="c"))\n',
};

test("pyright: functions and classes are renamed, and a method is refused where it leaves out what overrides it", async () => {
  const kit = await openRenameKit(files, { servers: ["pyright"], readyMs: 120_000 });
  const merge = await kit.rename({ symbol: "merge", newName: "join" });
  expect(merge.texts).toEqual({
    "shop/__init__.py": files["shop/__init__.py"].replaceAll("merge", "join"),
    "shop/store.py": files["shop/store.py"].replaceAll("merge", "join"),
    "main.py": files["main.py"].replaceAll("merge", "join"),
  });
  // It leaves out what overrides a method.
  expect(await kit.refusal({ symbol: "Store/get", newName: "fetch" })).toMatch(
    /^incomplete_rename: [^]*\n shop\/store\.py:9 def get/,
  );
  expect(await kit.refusal({ symbol: "Deep/get", newName: "fetch" })).toMatch(
    /^incomplete_rename: [^]*\n shop\/store\.py:4 def get/,
  );
  const put = await kit.rename({ symbol: "Deep/put", newName: "set" });
  expect(put.texts).toEqual({ "shop/store.py": files["shop/store.py"].replace("put", "set") });
  const left = await kit.rename({ symbol: "Deep", newName: "Deeper" });
  expect(left.texts).toEqual({ "shop/store.py": files["shop/store.py"].replace("Deep", "Deeper") });
  expect(await kit.refusal({ symbol: "Deep/put", newName: "get" })).toMatch(/^name_taken: /);
});
