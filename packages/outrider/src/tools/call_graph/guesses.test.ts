import { expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";

const app = {
  "store.py": `class Store:
    def save(self): pass
    def again(self): self.save()
`,
  "one.py": `def first(x): x.save()
def second(x):
    x.save()
    x.save()
`,
  "two.py": "def third(y): y.save()\ndef outer(): third(1)\n",
  "tests/test_one.py": "def test_it(z): z.save()\n",
};

test("calls that only the name speaks for are counted by file and not followed, unless they are asked for", async () => {
  expect(await read({ symbol: "Store/save" })).toMatchInlineSnapshot(`
    "Callers of Store/save (store.py:2), syntactic: 1 at level 1.
    Store/again store.py:3 (call at 3)
    [By name only, not followed: 5 calls (one.py 3, tests/test_one.py 1, two.py 1). likely: true follows them.]"
  `);
  expect(await read({ symbol: "Store/save", likely: true, tests: "none" })).toMatchInlineSnapshot(`
    "Callers of Store/save (store.py:2), syntactic: 4 at level 1, 1 at level 2; ~ likely by name only.
    ~first one.py:1 (call at 1)
    ~second one.py:2 (calls at 3, 4)
    Store/again store.py:3 (call at 3)
    ~third two.py:1 (call at 1)
     outer two.py:2 (call at 2)"
  `);
  expect(await read({ symbol: "Store/save", tests: "none" })).toContain("4 calls (one.py 3, two.py 1)");
});

test("without a proven caller the heading does not say that there is none", async () => {
  const files = { "store.py": "class Store:\n    def save(self): pass\n", "one.py": app["one.py"] };
  expect(await read({ symbol: "Store/save" }, files)).toMatchInlineSnapshot(`
    "No callers of Store/save (store.py:2) are proven, syntactic.
    [By name only, not followed: 3 calls (one.py 3). likely: true follows them.]"
  `);
});

test("callees by name only are told by the files that may be meant, and a call counts once", async () => {
  const files = {
    "a.py": "class A:\n    def run(self): pass\n",
    "b.py": "class B:\n    def run(self): pass\n",
    "main.py": "from a import A\n\ndef helper(): pass\ndef main(x):\n    helper()\n    x.run()\n",
  };
  expect(await read({ symbol: "main", direction: "callees" }, files)).toMatchInlineSnapshot(`
    "Callees of main (main.py:4), syntactic: 1 at level 1.
    helper main.py:3 (call at 5)
    [By name only, not followed: 1 call (a.py 1, b.py 1). likely: true follows them.]"
  `);
});

test("another function that only guesses lead to is not said to be out of reach", async () => {
  const text = await read({ symbol: "Store/save", to: "outer" });
  expect(text).toMatch(/^outer \(two\.py:2\) is not among 1 caller of .*\n\[By name only, not followed: 5 calls/);
  expect(await read({ symbol: "Store/save", to: "outer", likely: true })).toContain("outer two.py:2");
});

async function read(input: object, files: Record<string, string> = app): Promise<string> {
  const kit = await openKit(files);
  // The last line says why no server answered.
  return (await kit.read("call_graph", input)).replace(/\nNo language server: .*$/, "");
}
