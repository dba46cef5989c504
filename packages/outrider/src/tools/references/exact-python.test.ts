import { expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";
import { readWhenLoaded } from "../../../test/support/read-when-loaded.ts";

test("pyright names references in tests that its configuration leaves out", async () => {
  const kit = await openKit(
    {
      "pyproject.toml": '[tool.pyright]\ninclude = ["src"]\n',
      "src/shop/__init__.py": "from .helpers import stream as stream\nfrom .helpers import Box\n",
      "src/shop/helpers.py":
        "def stream(x: int) -> int:\n    return x\n\n\nclass Box:\n    def __init__(self, v: int):\n        self.v = stream(v)\n\n    def stream(self):\n        return self.v\n",
      "tests/test_stream.py":
        "import shop\nfrom shop import Box, stream as s\n\n\ndef test_it():\n    assert s(1) == shop.stream(1)\n    # é stream\n    'ü😀'.join([str(shop.stream(2))])\n    Box(1).stream()\n",
    },
    { servers: ["pyright"] },
  );
  const input = { symbol: "stream", path: "src/shop/helpers.py" };
  expect(await readWhenLoaded(kit, "references", input)).toMatchInlineSnapshot(`
    "8 references in 3 files to stream (src/shop/helpers.py:1), complete by pyright.
    2 places with this name mean something else. 1 other symbol has this name: src/shop/helpers.py Box/stream 9.
    src/shop/__init__.py
     1: from .helpers import stream as stream ×2
    src/shop/helpers.py
     7: self.v = stream(v) [Box/__init__]
    tests/test_stream.py
     2: from shop import Box, stream as s ×2
     6: assert s(1) == shop.stream(1) [test_it] ×2
     8: 'ü😀'.join([str(shop.stream(2))])"
  `);
  expect(await readWhenLoaded(kit, "references", { symbol: "Box/stream" })).toMatchInlineSnapshot(`
    "1 reference in 1 file to Box/stream (src/shop/helpers.py:9), complete by pyright.
    7 places with this name mean something else. 1 other symbol has this name: src/shop/helpers.py stream 1.
    tests/test_stream.py
     9: Box(1).stream() [test_it]"
  `);
  expect(await readWhenLoaded(kit, "references", { symbol: "Box/__init__" })).toMatchInlineSnapshot(`
    "1 reference in 1 file to Box/__init__ (src/shop/helpers.py:6), complete by pyright.
    tests/test_stream.py
     9: Box(1).stream() [test_it]"
  `);
});

test("places that pyright can follow no further are listed as likely, so that none of the uses is missing", async () => {
  const kit = await openKit(
    {
      "store.py":
        "class View:\n    def update(self, flows: list) -> None:\n        pass\n\n    def add(self) -> None:\n        self.update([])\n",
      "web.py":
        "class Handler:\n    @property\n    def view(self):\n        return self.application.view\n\n    def put(self, flow):\n        self.view.update([flow])\n",
    },
    { servers: ["pyright"] },
  );
  expect(await readWhenLoaded(kit, "references", { symbol: "View/update" })).toMatchInlineSnapshot(`
    "2 references in 2 files to View/update (store.py:2), partial by pyright: 1 place with the name cannot be followed, such as web.py:7; ~ marks 1 that it leaves open.
    store.py
     6: self.update([]) [View/add]
    web.py
    ~7: self.view.update([flow]) [Handler/put]"
  `);
  expect(await kit.read("references", { symbol: "View/update", within: "web.py", role: "call" })).toContain(
    "~7: self.view.update([flow])",
  );
});
