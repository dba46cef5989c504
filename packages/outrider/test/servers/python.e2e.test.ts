import { test } from "vitest";
import { checkServer } from "./check-server.ts";

const files = {
  "pyproject.toml": '[project]\nname = "shop"\nversion = "0.1.0"\n',
  "shop/__init__.py": "from .store import merge as merge\n",
  "shop/store.py": `class Store:
    def get(self, key: str) -> int:
        raise NotImplementedError


class Box(Store):
    def __init__(self, size: int):
        self.size = size

    def get(self, key: str) -> int:
        return merge(self.size, len(key))


def merge(a: int, b: int) -> int:
    """Adds."""
    return a + b
`,
  "shop/other.py": 'def merge() -> str:\n    return "merge"\n\n\nmerge()\n',
  "shop/main.py": `import shop
from shop.store import Box, Store, merge as join


def run(store: Store) -> int:
    return join(1, store.get("größe 😀"))


def main():
    run(Box(1))
    shop.merge(1, 2)
`,
  "tests/test_store.py": "from shop import merge\n\n\ndef test_merge():\n    assert merge(1, 2) == 3\n",
};

test("pyright answers in full", async ({ annotate }) => {
  await annotate(
    await checkServer({
      server: "pyright",
      files,
      references: {
        symbol: "merge",
        path: "shop/store.py",
        places: [
          "shop/__init__.py:1",
          "shop/main.py:11",
          "shop/main.py:2",
          "shop/main.py:6",
          "shop/store.py:11",
          "tests/test_store.py:1",
          "tests/test_store.py:5",
        ],
      },
      definition: {
        path: "shop/main.py",
        line: 6,
        symbol: "get",
        at: "shop/store.py:2",
        hover: "(key: str) -> int",
      },
      calls: {
        symbol: "run",
        path: "shop/main.py",
        completeness: "complete",
        callers: ["main shop/main.py:10"],
        callees: ["merge shop/store.py:6", "Store/get shop/store.py:6"],
      },
      problem: {
        path: "shop/main.py",
        text: files["shop/main.py"].replace("run(Box(1))", "run(7)"),
        line: 10,
        message: /cannot be assigned/,
      },
      edit: {
        files: {
          "shop/other.py": "from .store import merge\n\n\ntotal = merge(1, 2)\n",
          "shop/more.py": "from shop import store\n\nmore = store.merge(3, 4)\n",
        },
        places: [
          "shop/__init__.py:1",
          "shop/main.py:11",
          "shop/main.py:2",
          "shop/main.py:6",
          "shop/more.py:3",
          "shop/other.py:1",
          "shop/other.py:4",
          "shop/store.py:11",
          "tests/test_store.py:1",
          "tests/test_store.py:5",
        ],
      },
    }),
  );
});
